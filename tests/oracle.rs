//! Temporary.
mod positions;
mod stalingrad;
mod d2b;

#[test]
fn suite() {
    let pattern = std::env::var("PATTERN").ok();
    let report = grognard_lab::suite::run(&[std::path::PathBuf::from(".")], pattern.as_deref());
    println!("{report}");
}
