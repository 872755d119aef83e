//! The board over HTTP, without a browser.

mod advice;
mod connections;
mod guide;
mod history;
mod hot_reload;
mod layers;
mod lobby;
mod origin_check;
mod packs;
mod play;
mod secret_choice;
mod secret_orders;
mod secrets;
mod setup_undo;
mod table;
mod test_server;
mod viewer;
