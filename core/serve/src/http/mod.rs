//! The web server: addresses, connections, routes and page files.

pub mod auth;
pub mod connections;
pub mod export;
pub mod font;
pub mod handlers;
pub mod listen;
pub mod lobby_routes;
pub mod origin_check;
mod pack_routes;
pub mod page_files;
pub mod painting;
pub mod request_log;
pub mod routes;
pub mod shutdown;
