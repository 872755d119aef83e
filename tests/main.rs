//! The tests of the command and of whole games, in one program so that it is linked once.

mod aids;
mod book;
mod cli;
mod codes;
mod conflicts;
mod conformance;
mod d2b;
mod d2b_endings;
mod diff;
mod layout;
mod locale;
mod maps;
mod moscow_41;
mod pack_copy;
mod playthrough;
mod random_positions;
mod reference_game_comparison;
mod reload;
mod rule_edits;
mod rulebook;
#[cfg(feature = "serve")]
mod serve;
mod shipped;
mod stalingrad;
mod three_kingdoms;
