//! `grognard replay --film`: draws a saved game as a series of images.

use crate::failure::Failure;
use crate::picture;
use crate::saves::SavedGame;
use crate::screen::Screen;
use grognard_board::svg::{self, SvgOptions};
use grognard_engine::catalogue::Catalogue;
use grognard_engine::ids::SideId;
use grognard_engine::reader::Reader;
use grognard_engine::sequence::Cursor;
use grognard_engine::view::View;
use grognard_play::Battle;
use grognard_play::record::look_back;
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

/// When to draw an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum FrameChoice {
    /// At each decision.
    Decision,
    /// At the first decision of each phase.
    Phase,
    /// At the first decision of each turn.
    Turn,
}

/// The saved game to draw, and how to draw it.
pub struct Frames<'a> {
    pub saved: &'a SavedGame,
    pub battle: &'a Battle,
    /// The side whose view is drawn; `None` draws what everybody may see.
    pub side: Option<SideId>,
    /// The moments at which an image is drawn; the last image always shows the end of the save.
    pub every: FrameChoice,
    /// Width in pixels of PNG images; `None` for SVG images.
    pub png: Option<u32>,
    pub catalogue: &'a Catalogue,
}

impl Frames<'_> {
    /// Writes `0001.svg`, `0002.svg`… into a folder, and prints how many there are.
    pub fn write(&self, folder: &Path, screen: &mut Screen) -> Result<(), Failure> {
        let views = self.views()?;
        let counts = self.counts(&views);
        fs::create_dir_all(folder).map_err(Failure::file(folder))?;
        let painting = svg::painting_address(&self.battle.content);
        let painting = painting.as_deref();
        let one = |(at, view): (usize, &View)| {
            let options = SvgOptions { catalogue: self.catalogue, room: &counts, painting, ..SvgOptions::default() };
            let drawn = svg::draw(&self.battle.content, Some(view), &options);
            picture::write(&folder.join(self.name(at)), &drawn, self.png)
        };
        views.par_iter().enumerate().try_for_each(one)?;
        let last = folder.join(self.name(views.len().saturating_sub(1)));
        let about =
            [views.len().to_string(), folder.join(self.name(0)).display().to_string(), last.display().to_string()];
        let about: Vec<&str> = about.iter().map(String::as_str).collect();
        screen.say(&self.catalogue.say("{1} {1?picture|pictures}, from {2} to {3}", &about))
    }

    fn name(&self, at: usize) -> PathBuf {
        format!("{:04}.{}", at + 1, if self.png.is_some() { "png" } else { "svg" }).into()
    }

    fn views(&self) -> Result<Vec<View>, Failure> {
        let (mut views, mut last) = (Vec::new(), None);
        look_back(self.battle, &self.saved.save, (&self.saved.name, &self.saved.text), |table, answered| {
            let now = self.moment(table.state.cursor());
            if self.every == FrameChoice::Decision || answered.is_none() || last != Some(now) {
                views.push(View::read(&Reader::new(table, self.side, self.catalogue)));
            }
            last = Some(now);
        })?;
        Ok(views)
    }

    /// Reduces a cursor to the part whose changes call for a new image.
    fn moment(&self, cursor: Cursor) -> Cursor {
        if self.every == FrameChoice::Turn { Cursor { turn: cursor.turn, ..Cursor::default() } } else { cursor }
    }

    /// Returns the largest number of units in each space over all images, so that boxes keep their size.
    fn counts(&self, views: &[View]) -> Vec<usize> {
        let names = self.battle.content.map.names.iter();
        names
            .map(|(_, name)| views.iter().filter_map(|view| view.spaces.get(name)).map(Vec::len).max().unwrap_or(0))
            .collect()
    }
}
