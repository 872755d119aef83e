//! Changes of plans, proposed from the questions that were asked while the present plan was carried out.

use super::super::Random;
use super::steps::{Asked, Known, News, Plan, Step};
use grognard_engine::content::Content;
use grognard_engine::decision::{Answer, Choice, Form};
use grognard_engine::ids::SpaceId;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What changes are proposed from: the present plan, and the decisions that came up in one of its trials.
pub(super) struct Draft<'a> {
    pub(super) content: &'a Content,
    pub(super) plan: &'a Plan,
    pub(super) asked: &'a [Asked],
    pub(super) known: &'a Arc<Known>,
}

impl Draft<'_> {
    /// Returns a plan with one to three random changes; `None` if there is nothing to change.
    pub(super) fn changed(&self, numbers: &mut Random) -> Option<Plan> {
        let mut plan = Plan { steps: self.plan.steps.clone(), news: News { salt: numbers.word(), ..News::default() } };
        plan.news.known = (numbers.below(2) == 0).then(|| self.known.clone());
        for _ in 0..[1, 1, 2, 2, 3][numbers.below(5)] {
            let at = self.pick(numbers)?;
            self.change(&mut plan, at, numbers);
        }
        Some(plan)
    }

    /// Picks a decision that could have been answered otherwise. Questions that are asked often are picked more often,
    /// but not in proportion.
    fn pick(&self, numbers: &mut Random) -> Option<usize> {
        let mut by_question: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (at, asked) in self.asked.iter().enumerate() {
            if asked.options.len() + usize::from(asked.stop) > 1 {
                by_question.entry((asked.occasion.phase, asked.occasion.question)).or_default().push(at);
            }
        }
        let weight = |all: &Vec<usize>| ((all.len() as f64).sqrt() * 16.0) as usize;
        let mut left = numbers.below(by_question.values().map(weight).sum::<usize>().max(1));
        for all in by_question.values() {
            if left < weight(all) {
                return Some(all[numbers.below(all.len())]);
            }
            left -= weight(all);
        }
        None
    }

    fn change(&self, plan: &mut Plan, at: usize, numbers: &mut Random) {
        let asked = &self.asked[at];
        match (asked.form, &asked.answer) {
            (Form::One, Answer::One(Choice::Space(goal))) if numbers.below(3) == 0 => {
                self.rally(plan, at, *goal, numbers);
            }
            (Form::One, Answer::One(_)) if numbers.below(6) == 0 => self.swap(plan, at, numbers),
            // Another order: what is planned for later comes first.
            (Form::One, Answer::One(_)) if asked.stop && numbers.below(3) > 0 => {
                let is_here = |step: &Step| step.occasion == asked.occasion && step.answer != Answer::Stop;
                let here: Vec<usize> = (0..plan.steps.len()).filter(|&at| is_here(&plan.steps[at])).collect();
                if here.len() > 1 {
                    let (from, to) = (here[numbers.below(here.len())], here[numbers.below(here.len())]);
                    let step = plan.steps.remove(from);
                    plan.steps.insert(to, step);
                }
            }
            (Form::One, Answer::One(_)) if asked.stop && numbers.below(4) == 0 => {
                plan.steps.retain(|step| step.occasion != asked.occasion || step.answer != asked.answer);
            }
            (Form::One, _) if !asked.options.is_empty() => {
                let choice = asked.options[numbers.below(asked.options.len())].clone();
                give(plan, asked, Answer::One(choice), numbers);
            }
            (Form::Several(least, most), _) => {
                let answer = several(asked, least.into(), most.into(), numbers);
                give(plan, asked, answer, numbers);
            }
            (Form::Order, Answer::Several(all)) if all.len() > 1 => {
                let mut all = all.clone();
                let (one, other) = (numbers.below(all.len()), numbers.below(all.len()));
                all.swap(one, other);
                give(plan, asked, Answer::Several(all), numbers);
            }
            (Form::Allocate { most, .. }, Answer::Shares(shares)) => {
                give(plan, asked, Answer::Shares(shifted(asked, shares, most, numbers)), numbers);
            }
            _ => {}
        }
    }

    /// Sends another unit to the goal of this decision or next to it.
    fn rally(&self, plan: &mut Plan, at: usize, goal: SpaceId, numbers: &mut Random) {
        let question = (self.asked[at].occasion.phase, self.asked[at].occasion.question);
        let near: Vec<SpaceId> =
            self.content.map.links(goal).iter().map(|link| link.to).chain(std::iter::once(goal)).collect();
        let is_near = |choice: &&Choice| matches!(choice, Choice::Space(space) if near.contains(space));
        let others: Vec<&Asked> = self
            .asked
            .iter()
            .filter(|asked| (asked.occasion.phase, asked.occasion.question) == question)
            .filter(|asked| asked.options.iter().any(|choice| is_near(&choice)))
            .collect();
        if others.is_empty() {
            return;
        }
        let other = others[numbers.below(others.len())];
        let open: Vec<&Choice> = other.options.iter().filter(is_near).collect();
        let choice = open[numbers.below(open.len())].clone();
        give(plan, other, Answer::One(choice), numbers);
    }

    /// Exchanges the answers to two decisions of the same kind, if both are possible.
    fn swap(&self, plan: &mut Plan, at: usize, numbers: &mut Random) {
        let one = &self.asked[at];
        let Answer::One(mine) = &one.answer else { return };
        let fits = |other: &&Asked| {
            (other.occasion.phase, other.occasion.question) == (one.occasion.phase, one.occasion.question)
                && other.occasion != one.occasion
                && matches!(&other.answer, Answer::One(theirs) if one.options.contains(theirs) && theirs != mine)
                && other.options.contains(mine)
        };
        let others: Vec<&Asked> = self.asked.iter().filter(fits).collect();
        if others.is_empty() {
            return;
        }
        let other = others[numbers.below(others.len())];
        give(plan, one, other.answer.clone(), numbers);
        give(plan, other, one.answer.clone(), numbers);
    }
}

/// Makes a plan give another answer at an occasion. If the plan declines there, the new answer comes first.
fn give(plan: &mut Plan, asked: &Asked, answer: Answer, numbers: &mut Random) {
    match &answer {
        Answer::One(choice) => plan.news.choices.push(choice.clone()),
        Answer::Several(choices) => plan.news.choices.extend(choices.iter().cloned()),
        _ => {}
    }
    if matches!(answer, Answer::One(Choice::Space(_))) && numbers.below(3) > 0 {
        let units = asked.occasion.about.iter().filter(|choice| matches!(choice, Choice::Unit(_)));
        plan.news.joins.extend(units.cloned());
    }
    let step = Step { occasion: asked.occasion.clone(), answer };
    let known = plan.steps.iter().position(|known| known.occasion == asked.occasion && known.answer == asked.answer);
    match known {
        Some(at) if asked.answer == Answer::Stop => plan.steps.insert(at, step),
        Some(at) => plan.steps[at] = step,
        None => plan.steps.push(step),
    }
}

/// Returns another choice of several options: all of them, or the present choice with one more or one less.
fn several(asked: &Asked, least: usize, most: usize, numbers: &mut Random) -> Answer {
    let mut chosen = match &asked.answer {
        Answer::Several(chosen) => chosen.clone(),
        _ => Vec::new(),
    };
    match numbers.below(4) {
        0 if asked.stop => return Answer::Stop,
        0 | 1 => chosen = numbers.shuffled(asked.options.clone()),
        _ => {
            let choice = &asked.options[numbers.below(asked.options.len().max(1))];
            match chosen.iter().position(|known| known == choice) {
                Some(at) => drop(chosen.remove(at)),
                None => chosen.insert(0, choice.clone()),
            }
        }
    }
    chosen.truncate(most);
    if chosen.len() < least { asked.answer.clone() } else { Answer::Several(chosen) }
}

/// Moves one point of a division from one option to another.
fn shifted(asked: &Asked, shares: &[(Choice, u32)], most: u32, numbers: &mut Random) -> Vec<(Choice, u32)> {
    let mut shares = shares.to_vec();
    if shares.is_empty() || asked.options.is_empty() {
        return shares;
    }
    let (from, to) = (numbers.below(shares.len()), &asked.options[numbers.below(asked.options.len())]);
    match shares.iter().position(|(choice, _)| choice == to) {
        Some(at) if at != from && shares[at].1 < most => shares[at].1 += 1,
        None => shares.push((to.clone(), 1)),
        _ => return shares,
    }
    shares[from].1 -= 1;
    shares.retain(|(_, share)| *share > 0);
    shares
}

#[cfg(test)]
mod tests {
    use super::super::steps::Occasion;
    use super::*;
    use grognard_engine::ids::QuestionId;
    use grognard_engine::sequence::Cursor;

    fn asked(form: Form, stop: bool, answer: Answer) -> Asked {
        let occasion = Occasion { phase: Cursor::default(), question: QuestionId(0), about: Vec::new() };
        Asked { occasion, form, options: (0..5).map(Choice::Number).collect(), stop, answer }
    }

    #[test]
    fn other_choices_of_several_options_have_an_allowed_size() {
        let mut numbers = Random::new(1);
        let mut asked = asked(Form::Several(1, 3), false, Answer::Several(vec![Choice::Number(2)]));
        let mut sizes = [0; 6];
        for _ in 0..300 {
            let Answer::Several(chosen) = several(&asked, 1, 3, &mut numbers) else { panic!("an answer is due") };
            let mut sorted = chosen.clone();
            sorted.sort();
            sorted.dedup();
            assert_eq!(sorted.len(), chosen.len(), "{chosen:?}");
            sizes[chosen.len()] += 1;
            asked.answer = Answer::Several(chosen);
        }
        assert!(sizes[1] > 0 && sizes[2] > 0 && sizes[3] > 0, "{sizes:?}");
        assert_eq!(sizes[0] + sizes[4] + sizes[5], 0);
    }

    #[test]
    fn a_division_keeps_its_total() {
        let mut numbers = Random::new(1);
        let mut shares = vec![(Choice::Number(0), 3), (Choice::Number(4), 1)];
        let asked = asked(Form::Allocate { total: 4, most: 3 }, false, Answer::Shares(shares.clone()));
        let mut met = BTreeMap::new();
        for _ in 0..300 {
            shares = shifted(&asked, &shares, 3, &mut numbers);
            assert_eq!(shares.iter().map(|(_, share)| share).sum::<u32>(), 4);
            assert!(shares.iter().all(|(_, share)| (1..=3).contains(share)), "{shares:?}");
            *met.entry(shares.len()).or_insert(0) += 1;
        }
        assert!(met.len() > 2, "{met:?}");
    }
}
