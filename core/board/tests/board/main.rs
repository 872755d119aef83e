//! What the pictures look like, and what must hold for any map.

mod golden;
mod maps;
mod page;
#[cfg(feature = "png")]
mod png;
mod properties;
