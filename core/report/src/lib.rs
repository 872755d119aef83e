//! What came of an experiment: in words for everybody, as lines for programs, and as a page with plots.
//!
//! A page is one file: pictures are SVG within it, and it asks nothing of the network. Its reader knows wargames, not statistics.

mod lines;
mod maps;
mod page;
mod plot;
mod words;

pub use lines::lines;
pub use page::Page;
pub use words::{Words, percent, points};
