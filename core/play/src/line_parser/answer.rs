//! The answer parser, for each form of decision.

use super::offer::{Found, Offer};
use super::parse_error::ParseError;
use super::words::{MAX_WORDS, Words};
use grognard_engine::decision::{Answer, Choice, Form, Pending};
use grognard_engine::field::Spot;

impl Offer<'_> {
    /// Parses an answer from the next words of a line and consumes them. Words that belong to the next question remain.
    pub fn parse(&self, words: &mut Words) -> Result<Answer, ParseError> {
        let mut parser = AnswerParser { words, pending: self.pending, offer: self };
        if parser.declines()? {
            return Ok(Answer::Stop);
        }
        match self.pending.form {
            Form::One => match parser.spot() {
                Some(spot) => spot.map(|spot| Answer::One(Choice::Spot(spot))),
                None => parser.one().map(|(at, _)| Answer::One(self.pending.options[at].clone())),
            },
            Form::Several(least, most) => parser.several(least.into(), most.into()),
            Form::Order => parser.order(),
            Form::Allocate { total, most } => parser.shares(total, most),
        }
    }
}

struct AnswerParser<'a> {
    words: &'a mut Words,
    pending: &'a Pending,
    offer: &'a Offer<'a>,
}

impl AnswerParser<'_> {
    /// Returns whether the next words decline the question. An option with the same name takes precedence.
    fn declines(&mut self) -> Result<bool, ParseError> {
        let is_stop = |phrase: &String| self.offer.is_stop(phrase) && !self.offer.is_name(phrase);
        let Some(count) = (1..=MAX_WORDS).find(|&count| self.words.phrase(count).as_ref().is_some_and(is_stop)) else {
            return Ok(false);
        };
        if !self.offer.has_stop() {
            return Err(ParseError::MustAnswer);
        }
        self.words.take(count);
        Ok(true)
    }

    /// Returns the next option, and whether a comma follows it. Names may have several words; the longest match wins.
    fn one(&mut self) -> Result<(usize, bool), ParseError> {
        for count in (1..=MAX_WORDS).rev() {
            let Some(phrase) = self.words.phrase(count) else { continue };
            match self.offer.find(&phrase) {
                Found::One(at) => return Ok((at, self.words.take(count))),
                Found::Many(all) if count == 1 => {
                    return Err(ParseError::Ambiguous(phrase, all.into_iter().map(|at| self.offer.name(at)).collect()));
                }
                Found::Other => return Err(ParseError::Unknown(phrase)),
                _ => {}
            }
        }
        Err(self.unknown(self.words.peek().unwrap_or_default()))
    }

    /// Returns a place on the table, `41,33.5`; `None` unless the question asks for a place in a region. The place need
    /// not be listed.
    fn spot(&mut self) -> Option<Result<Spot, ParseError>> {
        let region = self.pending.region.as_ref()?;
        let mut ahead = self.words.clone();
        let (east, _) = (ahead.peek()?.to_owned(), ahead.take(1));
        let text = format!("{east},{}", ahead.peek()?);
        ahead.take(1);
        let spot = region.field().read(&text)?;
        *self.words = ahead;
        Some(region.why_not(spot).map_or(Ok(spot), |why| Err(ParseError::NotThere(text, why))))
    }

    fn unknown(&self, phrase: &str) -> ParseError {
        if self.offer.is_unmarked(phrase) {
            ParseError::Unmarked(phrase.to_owned())
        } else {
            ParseError::Unknown(phrase.to_owned())
        }
    }

    /// Parses options while the next words name one. After a comma, an option must follow.
    fn list(&mut self) -> Result<Vec<usize>, ParseError> {
        let mut chosen = Vec::new();
        let mut more = true;
        while !self.words.is_done() {
            let before = self.words.clone();
            match self.one() {
                Ok((at, _)) if chosen.contains(&at) => return Err(ParseError::Twice(self.offer.name(at))),
                Ok((at, comma)) => {
                    chosen.push(at);
                    more = comma;
                }
                Err(error) if more => return Err(error),
                // A word that does not name an option belongs to the next question.
                Err(_) => {
                    *self.words = before;
                    break;
                }
            }
        }
        Ok(chosen)
    }

    fn takes(&mut self, word: &str) -> bool {
        let hit = self.words.peek().is_some_and(|next| next.eq_ignore_ascii_case(word) && !self.offer.is_name(next));
        if hit {
            self.words.take(1);
        }
        hit
    }

    fn several(&mut self, least: usize, most: usize) -> Result<Answer, ParseError> {
        let chosen = match self.takes("all") {
            true if self.takes("but") || self.takes("except") => {
                let out = self.list()?;
                (0..self.pending.options.len()).filter(|at| !out.contains(at)).collect()
            }
            true => (0..self.pending.options.len()).collect(),
            false => self.list()?,
        };
        let named = chosen.len();
        if !(least..=most).contains(&named) {
            return Err(ParseError::Count { named, least, most });
        }
        Ok(Answer::Several(self.choices(chosen)))
    }

    fn order(&mut self) -> Result<Answer, ParseError> {
        let chosen = if self.takes("all") { (0..self.pending.options.len()).collect() } else { self.list()? };
        let missing: Vec<String> =
            (0..self.pending.options.len()).filter(|at| !chosen.contains(at)).map(|at| self.offer.name(at)).collect();
        if !missing.is_empty() {
            return Err(ParseError::Missing(missing));
        }
        Ok(Answer::Several(self.choices(chosen)))
    }

    fn choices(&self, chosen: Vec<usize>) -> Vec<Choice> {
        chosen.into_iter().map(|at| self.pending.options[at].clone()).collect()
    }

    /// Parses shares, `XXIV=2 XL=1`; a single name takes the whole total.
    fn shares(&mut self, total: u32, most: u32) -> Result<Answer, ParseError> {
        let mut shares: Vec<(usize, u32)> = Vec::new();
        while !self.words.is_done() {
            let (at, share) = match self.share()? {
                Some(named) => named,
                None if shares.is_empty() => (self.one()?.0, total),
                None => break,
            };
            if shares.iter().any(|(other, _)| *other == at) {
                return Err(ParseError::Twice(self.offer.name(at)));
            }
            if share > most {
                return Err(ParseError::ShareTooLarge(self.offer.name(at), most));
            }
            shares.push((at, share));
        }
        let named = shares.iter().map(|(_, share)| u64::from(*share)).sum();
        if named != u64::from(total) {
            return Err(ParseError::Total { named, total });
        }
        let shares = shares.into_iter().filter(|(_, share)| *share > 0);
        Ok(Answer::Shares(shares.map(|(at, share)| (self.pending.options[at].clone(), share)).collect()))
    }

    /// Parses a name and its share; `None` unless the next words contain an `=`.
    fn share(&mut self) -> Result<Option<(usize, u32)>, ParseError> {
        let joined = (1..=MAX_WORDS).filter_map(|count| Some((count, self.words.phrase(count)?)));
        let Some((count, phrase)) = joined.into_iter().find(|(_, phrase)| phrase.contains('=')) else {
            return Ok(None);
        };
        let number = |text: &str| text.trim().parse::<u32>().ok();
        let Some((name, share)) = phrase.rsplit_once('=').and_then(|(name, share)| Some((name.trim(), number(share)?)))
        else {
            return Err(ParseError::NoShare(phrase));
        };
        match self.offer.find(name) {
            Found::One(at) => {
                self.words.take(count);
                Ok(Some((at, share)))
            }
            Found::Many(all) => {
                Err(ParseError::Ambiguous(name.to_owned(), all.into_iter().map(|at| self.offer.name(at)).collect()))
            }
            Found::Other => Err(ParseError::Unknown(name.to_owned())),
            Found::Nothing => Err(self.unknown(name)),
        }
    }
}
