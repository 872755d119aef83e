//! Reads files from web servers, with limits on size and time. Follows redirects only to https.

use super::{Fetch, FetchError, read_file, too_large};
use crate::address::{Address, is_local, refusal};
use std::io::Read;
use std::time::Duration;
use ureq::http::Response;
use ureq::{Agent, Body, Error, Proxy};

/// Maximum number of redirects that are followed.
const MAX_REDIRECTS: usize = 5;

/// The time limits of a request.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The time allowed for resolving the server's name, and again for connecting to the server.
    pub connect: Duration,
    /// The time allowed without receiving any data.
    pub silence: Duration,
    /// The time allowed for a whole request, plus an allowance for the size of the file (see `speed`).
    pub total: Duration,
    /// The minimum speed in bytes per second. The time that a file of the maximum size takes at this speed is added to
    /// `total`.
    pub speed: u64,
}

/// Reads files from web servers and from folders.
pub struct Web {
    limits: Limits,
    /// The client for other machines, which uses the proxy set in the environment, if there is one.
    remote: Agent,
    local: Agent,
}

impl Default for Limits {
    fn default() -> Limits {
        let seconds = Duration::from_secs;
        Limits { connect: seconds(15), silence: seconds(30), total: seconds(60), speed: 32 << 10 }
    }
}

impl Web {
    /// Creates a client.
    pub fn new(limits: Limits) -> Web {
        Web { limits, remote: agent(limits, Proxy::try_from_env()), local: agent(limits, None) }
    }

    fn download(&self, url: &str, max: u64) -> Result<Vec<u8>, FetchError> {
        let mut url = url.to_owned();
        for _ in 0..=MAX_REDIRECTS {
            if let Some(why) = refusal(&url).filter(|_| !url.starts_with("https://")) {
                return Err(FetchError::Refused(why));
            }
            let response = self.request(&url, max)?;
            match response.status().as_u16() {
                200 => return body(response, max),
                301 | 302 | 303 | 307 | 308 => url = target(&url, &response)?,
                404 | 410 => return Err(FetchError::Missing),
                status @ (429 | 500..) => {
                    return Err(FetchError::Unreachable(format!("the server answered with status {status}")));
                }
                status => return Err(FetchError::Refused(format!("the server answered with status {status}"))),
            }
        }
        Err(FetchError::Refused(format!("it was redirected more than {MAX_REDIRECTS} times")))
    }

    fn request(&self, url: &str, max: u64) -> Result<Response<Body>, FetchError> {
        let total = self.limits.total + Duration::from_secs(max / self.limits.speed.max(1));
        let agent = if is_local(url) { &self.local } else { &self.remote };
        agent.get(url).config().timeout_global(Some(total)).build().call().map_err(|error| unreachable(&error))
    }
}

impl Fetch for Web {
    fn fetch(&self, from: &Address, max: u64) -> Result<Vec<u8>, FetchError> {
        match from {
            Address::Path(path) => read_file(path, max),
            Address::Web(url) => self.download(url, max),
        }
    }
}

fn agent(limits: Limits, proxy: Option<Proxy>) -> Agent {
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .timeout_resolve(Some(limits.connect))
        .timeout_connect(Some(limits.connect))
        .timeout_per_read(Some(limits.silence))
        .user_agent(concat!("grognard/", env!("CARGO_PKG_VERSION")))
        .proxy(proxy);
    config.build().into()
}

/// Returns the address to which a response redirects. Fails if that address is not https. A relative redirect is
/// accepted only from an https server.
fn target(from: &str, response: &Response<Body>) -> Result<String, FetchError> {
    let location = response.headers().get("location").and_then(|value| value.to_str().ok()).unwrap_or_default();
    if location.starts_with("https://") {
        return Ok(location.to_owned());
    }
    let host = from.strip_prefix("https://").map(|rest| rest.split('/').next().unwrap_or(rest));
    match host.filter(|_| location.starts_with('/') && !location.starts_with("//")) {
        Some(host) => Ok(format!("https://{host}{location}")),
        None => Err(FetchError::Refused(format!("it was redirected to `{location}`, which is not https"))),
    }
}

fn body(response: Response<Body>, max: u64) -> Result<Vec<u8>, FetchError> {
    let length = response.body().content_length();
    if length.is_some_and(|length| length > max) {
        return Err(too_large(max));
    }
    let mut bytes = Vec::new();
    let read = response.into_body().into_reader().take(max + 1).read_to_end(&mut bytes);
    read.map_err(|error| unreachable(&Error::from(error)))?;
    match bytes.len() as u64 {
        read if read > max => Err(too_large(max)),
        read if length.is_some_and(|length| length != read) => Err(cut_off()),
        _ => Ok(bytes),
    }
}

fn cut_off() -> FetchError {
    FetchError::Unreachable("the connection ended before the whole file arrived".to_owned())
}

fn unreachable(error: &Error) -> FetchError {
    FetchError::Unreachable(match error {
        Error::Timeout(_) => "the server took too long".to_owned(),
        Error::HostNotFound => "there is no server with that name".to_owned(),
        Error::Io(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => return cut_off(),
        other => other.to_string(),
    })
}
