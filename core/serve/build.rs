//! The page is part of the program: when a file of it changes, the program is built again.

fn main() {
    println!("cargo:rerun-if-changed=page");
}
