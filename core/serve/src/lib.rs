//! The board in the browser: games in a local web server.
//!
//! Each game is a [`room`]: a thread that owns its session, opened from the lines in the [`store`] when somebody asks for it. The
//! HTTP side finds the room by the secret of a link and hands it work. What goes out is a [`sheet`] for the role of the link, and
//! then the keys of it that change. A decision is in the store before it is answered.

mod agents;
mod allowed;
mod answer;
mod asked;
mod audience;
mod charts;
mod connections;
mod dto;
mod export;
mod guard;
mod guest;
mod history;
mod house;
mod http;
mod kept;
mod layer;
mod limits;
mod link;
mod lobby;
mod lobby_http;
mod map;
mod moments;
mod numbers;
mod offered;
mod opening;
mod page;
mod play;
mod reading;
mod resumed;
mod role;
mod room;
mod seen;
mod server;
mod sheet;
mod shelf;
mod since;
mod stopping;
mod store;
mod takeback;
mod told;
mod tongues;
mod watching;
mod what_if;

pub use dto::{Fault, GameLinks, NewGame, RoleLink};
pub use guard::host_of;
pub use house::{House, Settings};
pub use limits::Limits;
pub use link::{Link, Secret};
pub use resumed::ResumedGame;
pub use role::Role;
pub use server::{Server, router};
pub use stopping::Ending;
pub use store::{GameId, Kept, Store, usual_file};
