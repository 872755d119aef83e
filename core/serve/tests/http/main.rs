//! The board over HTTP, without a browser.

mod changing;
mod connections;
mod eyes;
mod field;
mod guard;
mod layers;
mod lobby;
mod looking_back;
mod orders;
mod playing;
mod secrets;
mod server;
