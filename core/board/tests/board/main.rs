//! The look of pictures, and properties that hold for any map.

mod golden;
mod maps;
mod page;
#[cfg(feature = "png")]
mod png;
mod properties;
mod sheet;
