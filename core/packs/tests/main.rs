//! The tests of this crate in one program, so that it is linked once.

mod battle_for_moscow;
mod broken;
mod conflicts;
mod fonts;
mod guide;
mod hostile_archives;
mod installed;
mod library;
mod limits;
mod maps;
mod options;
mod patches;
mod pictures;
mod resolver;
mod rules_hash;
mod scrambled;
mod units;
