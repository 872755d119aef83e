//! The tests of the command and of whole games in one program, so that it is linked once.

mod aids;
mod book;
mod cli;
mod codes;
mod conflicts;
mod conformance;
mod d2b;
mod decided;
mod desk;
mod diff;
mod edited;
mod layout;
mod locale;
mod maps;
mod naive;
mod plain;
mod playthrough;
mod positions;
mod reload;
mod rulebook;
#[cfg(feature = "serve")]
mod serve;
mod shipped;
mod stalingrad;
