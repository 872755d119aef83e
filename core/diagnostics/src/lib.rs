//! Problems in the files of packs.
//!
//! A [`Source`](source::Source) is the text of a file. A [`Diagnostic`] names a place in it, what was expected there,
//! what was found and how to mend it; [`render()`] shows it with the line. A [`Folder`](source::Folder) reads the files
//! of a pack within limits.

#![forbid(unsafe_code)]

pub mod diagnostic;
mod hash;
mod render;
pub mod source;

pub use diagnostic::{CallFrame, Diagnostic, Related, Severity, has_too_many, tidy};
pub use hash::{content_hash, hash};
pub use render::render;
