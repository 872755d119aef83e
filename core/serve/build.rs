//! Rebuilds the program when a page file changes, because the page is built into it.

fn main() {
    println!("cargo:rerun-if-changed=page");
}
