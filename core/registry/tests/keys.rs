//! A registry that changes its key.

use crate::publisher::Publisher;
use grognard_registry::build::ListSettings;
use grognard_registry::{KeyPair, Limits, Registry, RegistrySource, Web};

#[test]
fn a_new_key_is_announced_before_it_is_used() {
    let publisher = Publisher::with(&[("me.rain", "1.0.0", "")]);
    let (web, cache, next) = (Web::new(Limits::default()), publisher.cache(), KeyPair::generate().unwrap());
    let old = publisher.local("near");
    let notes = |source: &RegistrySource| Registry::open(source, &web, &cache).map(|registry| registry.notes());
    assert_eq!(notes(&old).unwrap(), Vec::<String>::new());
    let announce = ListSettings { next_key: Some(&next.public), ..ListSettings::default() };
    assert_eq!(publisher.build_with(announce, &publisher.pair).serial, 2);
    assert!(notes(&old).unwrap()[0].contains("will change its key"));
    let trusting = RegistrySource { next_key: Some(next.public.clone()), ..old.clone() };
    assert_eq!(notes(&trusting).unwrap(), Vec::<String>::new());
    let signer = ListSettings { signer: Some(&next.public), ..ListSettings::default() };
    publisher.build_with(signer, &next);
    assert_eq!(notes(&old).unwrap_err().code, "E723");
    assert!(notes(&trusting).unwrap()[0].contains("uses its new key"));
    let renewed = RegistrySource { key: next.public.clone(), ..old };
    assert_eq!(notes(&renewed).unwrap(), Vec::<String>::new());
}
