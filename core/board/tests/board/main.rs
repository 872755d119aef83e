//! What the pictures look like, and what must hold for any map.

mod golden;
mod maps;
mod page;
mod properties;
