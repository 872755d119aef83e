//! The browser board.
