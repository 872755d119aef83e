//! The tests of this crate in one program, so that it is linked once.

mod advice;
mod guide;
mod line_parser;
mod odds;
mod queries;
mod rules_text;
mod saves;
