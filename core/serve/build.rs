//! Rebuilds the program when a file of the page changes, because the page is built into it.

fn main() {
    println!("cargo:rerun-if-changed=page");
}
