//! The report on a training, and the weights as patches.

use crate::{Align, side, table};
use grognard_engine::catalogue::Catalogue;
use grognard_lab::train::{Trained, Training, Weight};
use grognard_play::Battle;
use std::fmt::Write;

/// A training and its result, to be described.
pub struct TrainingText<'a> {
    /// What was trained, and by which games.
    pub training: &'a Training,
    /// The result.
    pub trained: &'a Trained,
    /// The battle.
    pub battle: &'a Battle,
}

impl TrainingText<'_> {
    /// Returns the weights before and after, and how well they foretell games.
    pub fn report(&self, catalogue: &Catalogue) -> String {
        let Trained { weights, games, positions, losses } = self.trained;
        let [games, positions] = [games, positions].map(usize::to_string);
        let mut text = catalogue.say(
            "{1}: the chart `{2}` after {3} {3?game|games} and {4} {4?position|positions}",
            &[&self.battle.content.id, &self.training.chart, &games, &positions],
        );
        text += "\n\n";
        let head = ["weight", "", "now", "trained", "error"].map(|word| catalogue.say(word, &[]));
        let row = |weight: &Weight| {
            let numbers = [weight.before.to_string(), weight.after.to_string(), format!("±{:.0}", weight.error)];
            [weight.row.clone(), weight.column.clone()].into_iter().chain(numbers).collect()
        };
        let align = [Align::Left, Align::Left, Align::Right, Align::Right, Align::Right];
        text += &table(&head.each_ref().map(String::as_str), &align, weights.iter().map(row));
        let first = self.battle.content.sides.iter().next().map_or(String::new(), |(_, name)| side(name, catalogue));
        text.push('\n');
        text += &catalogue
            .say("One point is a hundredth of a percent of a win of the side {1} in an even game.", &[&first]);
        let losses = [losses.constant, losses.before, losses.after].map(|loss| format!("{loss:.3}"));
        text.push('\n');
        text += &catalogue.say(
            "Mean loss in games that were left out: {1} without weights, {2} with the present ones, {3} with the new ones.",
            &[&losses[0], &losses[1], &losses[2]],
        );
        text + "\n"
    }

    /// Returns the weights as a file of patches.
    pub fn patches(&self) -> String {
        let Training { chart, agents, games, seed } = self.training;
        let agents: Vec<&str> = agents.iter().map(|agent| agent.name()).collect();
        let mut text = format!(
            "# The weights of the outlook, found by `grognard lab train {} --agents {} --games {games} --seed {seed}`.\n",
            self.battle.content.id,
            agents.join(","),
        );
        for Weight { row, column, after, .. } in &self.trained.weights {
            let _ = write!(
                text,
                "\n[[patch]]\nat = 'charts.{chart}.cells[\"{row}\"][\"{column}\"]'\nop = \"set\"\nvalue = {after}\n",
            );
        }
        text
    }
}
