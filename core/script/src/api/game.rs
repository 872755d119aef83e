//! The game itself: the board, dice, log, options and the end of the game.

use super::variables::{self, VariableKind};
use super::{Field, Method, field, headings, method};
use crate::arena::{Arena, Kind, MAX_STEPS, ReachQuery, ReachStep, ReachSteps, ReachTerms};
use crate::call::Call;
use crate::handle::HandleTag;
use crate::outcome::{Outcome, Result, Value, fail};
use crate::suggestions::no_such;
use grognard_engine::content::OptionValue;
use grognard_engine::decision::Template;
use grognard_engine::ids::{Id, SideId, SpaceId};
use grognard_engine::log::Event;
use grognard_engine::map::{Reach, RetreatQuery, StepRule, Terms};
use grognard_engine::outcome::BucketDice;
use grognard_engine::set::bits;
use grognard_engine::state::{Ending, VariableOwner, Winners};
use grognard_engine::table::Table;

pub(super) const FIELDS: &[Field] = &[
    field!(Game.turn: "number", |call| call.push_number(call.desk.table.state.cursor().turn),
        "The turn, from 1; 0 during set-up."),
    field!(Game.round: "number", |call| call.push_number(call.desk.table.state.cursor().round),
        "The number of rounds of this player turn that have been completed in this turn: 0 in the first round. Only \
         player turns with `repeat_while` can have more than one round."),
    field!(Game.phase: "string", phase, "The name of the phase in the sequence of play."),
    field!(Game.side: "Side", phase_side, "The side whose phase it is; nil if the phase belongs to no side. The side \
        is also the second argument of every rule that runs a phase."),
    field!(Game.sides: "{Side}", |call| {
            let content = &call.desk.table.content;
            call.push_sides(content.seats().map(|(side, _)| side))
        }, "The sides that have a player, in the order in which the system declares them. Neutral sides are left out."),
    field!(Side.name: "string", |call| call.push_text(call.desk.table.side_name(SideId(call.this as u16))),
        "The side's name."),
    field!(Side.enemy: "Side", enemy, "The only enemy; an error if the side has no enemy or several (`enemies`)."),
    field!(Side.enemies: "{Side}", |call| {
            let content = &call.desk.table.content;
            call.push_sides(content.enemies(SideId(call.this as u16)))
        }, "The enemies: the sides with a player that are not allies."),
    field!(Side.allies: "{Side}", |call| {
            let content = &call.desk.table.content;
            call.push_sides(content.allies(SideId(call.this as u16)))
        }, "The other sides of the same alliance."),
    field!(Side.neutral: "boolean", |call| call.push_bool(call.desk.table.content.is_neutral(SideId(call.this as u16))),
        "Whether the side has no player and only owns units of nobody."),
];

pub(super) const METHODS: &[Method] = &[
    method!(Game.side_named "(name: string): Side", side_named, "The side with this name; an error if there is none."),
    method!(Game.unit_named "(name: string): Unit", unit_named, "The unit with this name; an error if there is none."),
    method!(Game.space_named "(name: string): Space", space_named, "The space with this printed number or name (not \
        its title); an error if there is none."),
    method!(Game.units "(side: (Side | {Side})?): Units", units, "All units in the order of battle, or the units of a side \
        or of several sides, wherever they are."),
    method!(Game.on_map "(side: (Side | {Side})?): Units", on_map, "The units on the map, or those of a side or of several \
        sides."),
    method!(Game.no_units "(): Units", |call| { let set = call.make(Kind::Units)?; call.push_set(set) },
        "An empty set of units."),
    method!(Game.spaces "(tag: string?): Spaces", spaces, "All spaces, boxes included, or only the spaces with a tag. \
        Each call returns a new set, which may be changed."),
    method!(Game.no_spaces "(): Spaces", |call| { let set = call.make(Kind::Spaces)?; call.push_set(set) },
        "An empty set of spaces."),
    method!(Game.edge "(name: string): Spaces", edge, "The spaces of a named edge of the map."),
    method!(Game.along "(feature: string): Spaces", along, "The spaces with at least one border that has a feature, \
        such as a river or a railway."),
    method!(Game.owned "(side: Side | {Side}, tag: string?): Spaces", owned, "The spaces that a side or one of several \
        sides owns, or only those with a tag."),
    method!(Game.occupied "(side: Side | {Side}): Spaces", occupied, "The spaces now occupied by units of a side or of \
        several sides. Later moves do not change the set."),
    method!(Game.neighbours "(of: Space | Spaces, short_of: string?): Spaces", neighbours, "The spaces adjacent to a \
        space or to any space in a set; with `short_of`, only across borders without this feature. A space in the set \
        itself is included only if it is adjacent to another space in the set."),
    method!(Game.within "(of: Space | Spaces, distance: number): Spaces", within, "The spaces at most `distance` \
        borders away, the starting spaces included. Terrain does not matter."),
    method!(Game.connected "(from: Space | Spaces, through: Spaces): Spaces", connected, "The spaces in `through` connected to `from` by a line of any length within `through`. Spaces in `from` outside `through` are ignored."),
    method!(Game.reach "(from: Space | Spaces, options: ReachOptions): Spaces", reach, "The spaces that a unit can \
        reach from a space, or that a line can reach from any space in a set; `from` is always included. `costs` names \
        one of the system's cost tables, and `points` is the number of movement points. A unit may not enter \
        `blocked`, must stop when it enters `stops` (if it starts there, it may leave), and may pass through `full` \
        but not end its move there. With `one_step` it can always move one space unless the way there is closed. Each \
        rule in `steps` sets a minimum cost, taken from the table `costs`, for a step from a space in `from` (any \
        space if omitted) into a space in `into`. With \
        `heading` and `turn`, the unit faces somewhere: it enters only the hex ahead (two, if it faces a corner), and \
        pays `turn` points for turning by one heading. The resulting set is fixed, but its `cost` and `routes` read \
        `blocked`, `stops` and `full` when they are called: pass `blocked:copy()` if the set changes in between."),
    method!(Game.ways_away "(from: Space, options: AwayOptions): {{Space}}", ways_away, "The paths of `steps` steps \
        that lead away: each step leads one space farther from `from` and from every space in `away_from`, into a \
        space in `through`. A path may not end in `full`; if all would, longer paths are tried. Paths with the same \
        end that pass the same spaces in `notice` count as one. Each path begins with `from`."),
    method!(Game.chart "(name: string): Chart", chart, "The chart with this name, which is its file name without the \
        extension; an error if there is none."),
    method!(Game.option "(name: string): any", option, "The value of an option: a boolean, a number or a string."),
    method!(Game.get "(name: string): any", |call| variables::get(call, VariableKind::Game, VariableOwner::Game), "The value of a \
        game variable: a number, a word, or a list of them. The system declares variables and their initial values \
        under `variables`."),
    method!(Game.set "(name: string, value: any)", |call| variables::set(call, VariableKind::Game, VariableOwner::Game), "Sets a \
        game variable: to a whole number, to a word that the system declares for it, or to a list of them; an error \
        if the list is too long."),
    method!(Game.roll "(dice: string, purpose: string): number", roll, "Rolls dice such as `1d6` and returns their \
        sum. The purpose starts with the paragraph: `9.0 combat`. A decision taken before a roll cannot be undone."),
    method!(Game.roll_each "(dice: string, purpose: string): {number}", roll_each, "Rolls dice such as `2d6` and \
        returns each die, in the order rolled."),
    method!(Game.roll_hits "(dice: string, purpose: string): number", roll_hits, "Rolls a bucket of dice such as \
        `4d6>=5 2d6>=6` and returns the number of hits: here, four dice that hit on 5 or more and two dice that hit on \
        6. The journal records each kind of dice as a separate roll. Prefer it to `roll_each` if only the hits matter: \
        exact odds can then count hits instead of every way the dice can fall."),
    method!(Game.draw "(units: Units, purpose: string): Unit", draw, "Draws one of the units at random, using the \
        game's dice; an error if the set is empty. As for a roll, the purpose starts with the paragraph. The draw does \
        not reveal the unit to sides that may not know it: the unit is hidden and logged as usual. A decision taken \
        before a draw cannot be undone."),
    method!(Game.log "(rule: string, text: string, ...any)", log, "Writes to the game log. `{1}`, `{2}`… in the text \
        stand for the units, spaces, sides, whole numbers, strings or paths that follow. Write the text as one \
        literal, without `..`, so that it can be translated; `{1?step|steps}` becomes the first word if the number is \
        1, and the second word otherwise."),
    method!(Game.tell "(side: Side, rule: string, text: string, ...any)", tell, "Tells a side something about hidden \
        units that it could not know otherwise, such as the number of units in a stack, or that one of them is \
        armoured. Everybody can read it in the log, as with `game:log`. A decision taken before this call cannot be \
        undone, and agents imagine nothing that contradicts it."),
    method!(Game.finish "(winner: (Side | {Side} | Victory)?, rule: string, reason: string, ...any)", finish,
        "Ends the game under a paragraph. `winner` is a side, a list of sides, or nil for a draw. If the rules have \
         grades of victory, it is a table: `{ winner = side, grade = \"decisive victory\" }`. The reason is a clause that says what \
         decided the game: `the Germans hold {1} of 7 cities, {2} are needed`; `{1}`, `{2}`… stand for the arguments \
         that follow, as in `game:log`. The reason is shown with the winner and the paragraph. The calling rule runs \
         to its end but can ask no more questions."),
    method!(Game.checkpoint "()", checkpoint, "Declares that this procedure can be rerun from its start with the \
        current state, because the state records what it has done so far. Undo, loading and changed rules then go back \
        no further than this point. The start of each phase is always a checkpoint."),
    method!(Game.show_costs "(reach: Spaces)", show_costs, "Shows the costs of the spaces of a reach with the next \
        question, in which they are options. If a group moves, call it for the reach of each unit: a space that costs \
        the units something else then shows the range, such as 1–3. For display only."),
    method!(Game.clear_mark "(mark: string)", clear_mark, "Removes a mark from every unit."),
];

fn phase(call: &mut Call) -> Result<Outcome> {
    let table = &call.desk.table;
    let name = table.content.sequence.phase(table.state.cursor()).map_or("", |phase| &phase.name);
    call.push_text(name)
}

fn phase_side(call: &mut Call) -> Result<Outcome> {
    let table = &call.desk.table;
    call.push_side(table.content.sequence.phase(table.state.cursor()).and_then(|phase| phase.side))
}

fn enemy(call: &mut Call) -> Result<Outcome> {
    let (content, side) = (&call.desk.table.content, SideId(call.this as u16));
    if let Some(enemy) = content.only_enemy(side) {
        return call.push_side(Some(enemy));
    }
    let name = content.sides.name(side);
    match content.enemies(side).count() {
        0 => fail(format!("{name} has no enemy")),
        count => fail(format!("{name} has {count} enemies; use `enemies`, the list of all of them")),
    }
}

fn side_named(call: &mut Call) -> Result<Outcome> {
    let name = call.text(1)?;
    match call.desk.table.content.sides.find(name) {
        Some(side) => call.push_side(Some(side)),
        None => no_such("there is no side", name, call.desk.table.content.sides.iter().map(|(_, name)| name)),
    }
}

fn unit_named(call: &mut Call) -> Result<Outcome> {
    let name = call.text(1)?;
    match call.desk.table.content.unit_names.find(name) {
        Some(unit) => call.push(HandleTag::Unit, unit.0.into()),
        None => no_such("there is no unit", name, call.desk.table.content.unit_names.iter().map(|(_, name)| name)),
    }
}

fn space_named(call: &mut Call) -> Result<Outcome> {
    let name = call.text(1)?;
    match call.desk.table.content.map.names.find(name) {
        Some(space) => call.push_space(Some(space)),
        None => no_such("there is no space", name, call.desk.table.content.map.names.iter().map(|(_, name)| name)),
    }
}

/// Creates a set of all units, or of one side's units. If `on_map` is true, units off the map are left out.
fn collect_units(call: &mut Call, on_map: bool) -> Result<Outcome> {
    let sides = if call.is_nil(1) { None } else { Some(call.sides(1)?) };
    let set = call.make(Kind::Units)?;
    let (state, words) = (&call.desk.table.state, call.desk.arena.words_mut(set));
    match sides {
        Some(sides) => sides.gather(words, |side| state.units_of(side)),
        None if on_map => words.copy_from_slice(state.on_map()),
        None => (0..state.units().len()).for_each(|unit| bits::insert(words, unit)),
    }
    if on_map {
        bits::intersect(words, state.on_map());
    }
    call.push_set(set)
}

fn units(call: &mut Call) -> Result<Outcome> {
    collect_units(call, false)
}

fn on_map(call: &mut Call) -> Result<Outcome> {
    collect_units(call, true)
}

fn spaces(call: &mut Call) -> Result<Outcome> {
    let set = call.make(Kind::Spaces)?;
    if call.is_nil(1) {
        let (table, words) = (&call.desk.table, call.desk.arena.words_mut(set));
        words.copy_from_slice(table.content.map.everywhere().words());
        return call.push_set(set);
    }
    let tag = call.text(1)?;
    let (table, words) = (&call.desk.table, call.desk.arena.words_mut(set));
    match table.content.map.tag(tag) {
        Some(tagged) => words.copy_from_slice(tagged.words()),
        None => return super::space::no_tag(call, tag),
    }
    call.push_set(set)
}

fn edge(call: &mut Call) -> Result<Outcome> {
    let name = call.text(1)?;
    let set = call.make(Kind::Spaces)?;
    let (table, words) = (&call.desk.table, call.desk.arena.words_mut(set));
    match table.content.map.edge(name) {
        Some(edge) => words.copy_from_slice(edge.words()),
        None => {
            return no_such(
                "the map has no edge",
                name,
                table.content.map.edges().iter().map(|(edge, _)| edge.as_str()),
            );
        }
    }
    call.push_set(set)
}

fn along(call: &mut Call) -> Result<Outcome> {
    let name = call.text(1)?;
    let set = call.make(Kind::Spaces)?;
    match call.desk.table.content.map.along(name) {
        Some(along) => call.desk.arena.words_mut(set).copy_from_slice(along.words()),
        None => return super::space::no_feature(call, name),
    }
    call.push_set(set)
}

fn owned(call: &mut Call) -> Result<Outcome> {
    let sides = call.sides(1)?;
    let set = call.make(Kind::Spaces)?;
    let (state, words) = (&call.desk.table.state, call.desk.arena.words_mut(set));
    sides.gather(words, |side| state.owned(side));
    if !call.is_nil(2) {
        let tag = call.text(2)?;
        match call.desk.table.content.map.tag(tag) {
            Some(tagged) => bits::intersect(call.desk.arena.words_mut(set), tagged.words()),
            None => return super::space::no_tag(call, tag),
        }
    }
    call.push_set(set)
}

fn occupied(call: &mut Call) -> Result<Outcome> {
    let sides = call.sides(1)?;
    let set = call.make(Kind::Spaces)?;
    let (state, words) = (&call.desk.table.state, call.desk.arena.words_mut(set));
    sides.gather(words, |side| state.occupied(side));
    call.push_set(set)
}

fn neighbours(call: &mut Call) -> Result<Outcome> {
    if !call.is_nil(2) {
        return neighbours_short_of(call);
    }
    let new = call.make(Kind::Spaces)?;
    let table = &call.desk.table;
    if let Some((HandleTag::Space, id)) = call.any_handle(1) {
        let from = table.content.map.neighbours(SpaceId(id as u16));
        call.desk.arena.words_mut(new).copy_from_slice(from);
        return call.push_set(new);
    }
    let old = call.set(1, Kind::Spaces)?;
    // The new set was created after the old set, so their words do not overlap.
    let (out, from) = call.desk.arena.pair(new, old);
    call.desk.table.content.map.add_neighbours(from, out);
    call.push_set(new)
}

fn neighbours_short_of(call: &mut Call) -> Result<Outcome> {
    let name = call.text(2)?;
    let Some(feature) = call.desk.table.content.map.feature(name) else {
        return super::space::no_feature(call, name);
    };
    let old = call.spaces(1)?;
    let new = call.make(Kind::Spaces)?;
    let (out, from) = call.desk.arena.pair(new, old);
    call.desk.table.content.map.add_neighbours_short_of(from, feature, out);
    call.push_set(new)
}

fn within(call: &mut Call) -> Result<Outcome> {
    let range = call.integer(2)?;
    let old = call.spaces(1)?;
    let new = call.make(Kind::Spaces)?;
    let (out, from) = call.desk.arena.pair(new, old);
    let map = &call.desk.table.content.map;
    map.within(from, (range.max(0) as usize).min(map.len()) as u32, out);
    call.push_set(new)
}

fn connected(call: &mut Call) -> Result<Outcome> {
    let seeds = call.spaces(1)?;
    let through = call.set(2, Kind::Spaces)?;
    let new = call.make(Kind::Spaces)?;
    let seeds = call.desk.arena.words(seeds).to_vec();
    let (out, through) = call.desk.arena.pair(new, through);
    call.desk.table.content.map.connected(&seeds, through, out);
    call.push_set(new)
}

fn reach(call: &mut Call) -> Result<Outcome> {
    let (from, sources) = start(call)?;
    let [costs, points, blocked, stops, full, steps, one_step, heading, turn] =
        call.fields(2, &["costs", "points", "blocked", "stops", "full", "steps", "one_step", "heading", "turn"])?;
    call.need([("costs", costs), ("points", points)])?;
    let movement = super::march::movement(call, costs)?;
    let points = call.integer(points)?.clamp(0, i32::from(u16::MAX)) as u16;
    let optional = |call: &Call, at| if call.is_nil(at) { Ok(None) } else { call.set(at, Kind::Spaces).map(Some) };
    let (blocked, stops, full) = (optional(call, blocked)?, optional(call, stops)?, optional(call, full)?);
    let one_step = !call.is_nil(one_step) && call.boolean(one_step)?;
    let turning = match (call.is_nil(heading), call.is_nil(turn)) {
        (true, true) => None,
        _ => {
            call.need([("heading", heading), ("turn", turn)])?;
            let cost = super::march::turn(call, turn)?;
            Some(headings::turning(&call.desk.table.content, headings::named(call, heading)?, cost)?)
        }
    };
    let terms = ReachTerms { sources, steps: self::steps(call, steps)?, one_step, turning };
    let new = call.make(Kind::Spaces)?;
    if let Some(from) = from {
        fill_reach(
            call.desk.table,
            call.desk.arena,
            new,
            ReachQuery { movement, from, points, blocked, stops, full, terms },
        );
    }
    call.push_set(new)
}

/// Returns the starting space of a reach. If several starting spaces are given as a set, returns the first of them and
/// the set.
fn start(call: &mut Call) -> Result<(Option<SpaceId>, Option<u32>)> {
    if let Some((HandleTag::Space, _)) = call.any_handle(1) {
        return Ok((Some(call.space(1)?), None));
    }
    let set = call.set(1, Kind::Spaces)?;
    Ok((bits::next(call.desk.arena.words(set), 0).map(SpaceId::from_index), Some(set)))
}

/// Reads the step rules of a reach from an argument; `nil` means none.
fn steps(call: &mut Call, at: i32) -> Result<ReachSteps> {
    if call.is_nil(at) {
        return Ok(ReachSteps::default());
    }
    let rules = call.items(at, MAX_STEPS, |call, rule| {
        let [from, into, costs] = call.fields(rule, &["from", "into", "costs"])?;
        call.need([("into", into), ("costs", costs)])?;
        let from = if call.is_nil(from) { None } else { Some(call.set(from, Kind::Spaces)?) };
        let (into, movement) = (call.set(into, Kind::Spaces)?, super::march::movement(call, costs)?);
        Ok(ReachStep { from, into, movement })
    })?;
    Ok(call.desk.arena.keep_steps(rules))
}

/// Fills a set with the result of a query, and attaches the query to the set.
pub(super) fn fill_reach(table: &Table, arena: &mut Arena, set: u32, query: ReachQuery) {
    let map = &table.content.map;
    let mut flooding = arena.flooding.take().unwrap_or_default();
    let (basin, out) = &mut *flooding;
    arena.set_query(set, query);
    out.resize(map.words(), 0);
    with_query(arena, map.words(), &query, |reach| map.reach(reach, basin, out));
    arena.words_mut(set).copy_from_slice(out);
    arena.flooding = Some(flooding);
}

/// Attaches movement costs to the pending decision if its options come from a reach with a single starting space.
pub(super) fn tell_costs(table: &mut Table, arena: &Arena, set: u32) {
    if !table.service.log {
        return;
    }
    if let Some(query) = arena.origin(set).filter(|query| query.terms.sources.is_none()) {
        let content = table.content.clone();
        let costs = with_query(arena, content.map.words(), &query, |reach| content.map.costs(reach));
        table.tell_costs(&costs);
    }
}

/// Runs `work` with a query converted to the engine's form.
///
/// The sets that the query refers to are read as they are now, even if they have changed since the query was made.
pub(super) fn with_query<T>(arena: &Arena, words: usize, query: &ReachQuery, work: impl FnOnce(&Reach) -> T) -> T {
    const NONE: [u64; 1024] = [0; 1024];
    let set = |set: Option<u32>| set.map_or(&NONE[..words], |set| arena.words(set));
    let (blocked, stops, full) = (set(query.blocked), set(query.stops), set(query.full));
    let rule = |step: &ReachStep| StepRule {
        from: step.from.map(|from| arena.words(from)),
        into: arena.words(step.into),
        movement: step.movement,
    };
    let mut steps = [StepRule { from: None, into: &[], movement: query.movement }; MAX_STEPS];
    // A step rule for an empty set never applies, but would be checked at every step.
    let rules = arena.steps(query.terms.steps).iter().filter(|step| !bits::is_empty(arena.words(step.into)));
    let count = rules.zip(&mut steps).map(|(step, place)| *place = rule(step)).count();
    let sources = query.terms.sources.map_or(&NONE[..0], |set| arena.words(set));
    let terms = Terms { sources, steps: &steps[..count], one_step: query.terms.one_step, turning: query.terms.turning };
    work(&Reach { movement: query.movement, from: query.from, points: query.points, blocked, stops, full, terms })
}

fn ways_away(call: &mut Call) -> Result<Outcome> {
    let from = call.space(1)?;
    let [steps, away_from, through, full, notice] =
        call.fields(2, &["steps", "away_from", "through", "full", "notice"])?;
    call.need([("steps", steps), ("away_from", away_from), ("through", through), ("full", full), ("notice", notice)])?;
    let steps = call.integer(steps)?;
    let set = |call: &Call, at| call.set(at, Kind::Spaces);
    let (away_from, through, full, notice) =
        (set(call, away_from)?, set(call, through)?, set(call, full)?, set(call, notice)?);
    let arena = &call.desk.arena;
    let query = RetreatQuery {
        from,
        fled: arena.words(away_from),
        through: arena.words(through),
        full: arena.words(full),
        steps: steps.max(0) as usize,
        telling: arena.words(notice),
    };
    let Some(ways) = call.desk.table.content.map.ways_away(&query) else {
        return fail("too many paths lead away; narrow them down with `through` or `full`");
    };
    if let [way] = &ways[..] {
        call.desk.arena.route.record(call.desk.table, way);
    }
    call.push_list(ways.iter().map(|way| Value::list(way.iter().map(|&space| Value::space(space)))))
}

fn chart(call: &mut Call) -> Result<Outcome> {
    let name = call.text(1)?;
    match call.desk.table.content.chart(name) {
        Some(chart) => call.push_chart(chart),
        None => {
            no_such("there is no chart", name, call.desk.table.content.charts.iter().map(|chart| chart.name.as_str()))
        }
    }
}

fn option(call: &mut Call) -> Result<Outcome> {
    let name = call.text(1)?;
    let content = call.desk.table.content.clone();
    match content.options.get(name) {
        Some(OptionValue::Bool(value)) => call.push_bool(*value),
        Some(OptionValue::Number(value)) => call.push_number(*value),
        Some(OptionValue::Word(value)) => call.push_text(value),
        None => no_such("there is no option", name, content.options.keys().map(String::as_str)),
    }
}

/// Returns whether a string specifies dice to roll, such as `2d6`.
pub fn is_dice(text: &str) -> bool {
    dice(text).is_ok()
}

fn dice(text: &str) -> Result<(u32, u32)> {
    let parsed = text.split_once('d').and_then(|(count, sides)| Some((count.parse().ok()?, sides.parse().ok()?)));
    match parsed {
        Some((count @ 1..=1000, sides @ 2..=1_000_000)) => Ok((count, sides)),
        _ => fail(format!("`{text}` is not a dice expression such as 1d6")),
    }
}

/// Returns whether a string specifies dice to roll and the numbers on which they hit.
pub fn is_bucket(text: &str) -> bool {
    bucket(text).is_ok()
}

/// Parses a bucket such as `4d6>=5 2d6>=6`.
fn bucket(text: &str) -> Result<Vec<BucketDice>> {
    let kinds: Result<Vec<BucketDice>> = text.split_whitespace().map(|kind| hitting(text, kind)).collect();
    let kinds = kinds?;
    let count: u32 = kinds.iter().map(|kind| kind.count).sum();
    if (1..=1000).contains(&count) { Ok(kinds) } else { no_bucket(text) }
}

fn hitting(text: &str, kind: &str) -> Result<BucketDice> {
    let parts = kind.split_once(">=").and_then(|(thrown, least)| Some((dice(thrown).ok()?, least.parse().ok()?)));
    match parts {
        Some(((count, sides), least)) => Ok(BucketDice { count, sides, hits_from: least }),
        None => no_bucket(text),
    }
}

fn no_bucket<T>(text: &str) -> Result<T> {
    fail(format!("`{text}` is not a bucket of dice such as 4d6>=5"))
}

fn roll_dice(call: &mut Call) -> Result<(u32, u32)> {
    call.may_change()?;
    let (count, sides) = dice(call.text(1)?)?;
    call.spend(100 + 20 * u64::from(count))?;
    Ok((count, sides))
}

fn roll(call: &mut Call) -> Result<Outcome> {
    let (count, sides) = roll_dice(call)?;
    let purpose = call.kept_text(2)?;
    let sum = call.desk.table.roll_sum(count, sides, purpose);
    call.push_number(sum)
}

fn roll_each(call: &mut Call) -> Result<Outcome> {
    let (count, sides) = roll_dice(call)?;
    let purpose = call.kept_text(2)?;
    let dice = call.desk.table.roll(count, sides, purpose);
    call.push_list(dice.into_iter().map(|die| Value::Number(die.into())))
}

fn roll_hits(call: &mut Call) -> Result<Outcome> {
    call.may_change()?;
    let bucket = bucket(call.text(1)?)?;
    let purpose = call.kept_text(2)?;
    call.spend(100 + 20 * u64::from(bucket.iter().map(|kind| kind.count).sum::<u32>()))?;
    let hits = call.desk.table.roll_hits(&bucket, purpose);
    call.push_number(hits)
}

fn draw(call: &mut Call) -> Result<Outcome> {
    call.may_change()?;
    let (set, purpose) = (call.set(1, Kind::Units)?, call.kept_text(2)?);
    call.spend(120)?;
    let (table, arena) = (&mut *call.desk.table, &*call.desk.arena);
    match table.draw(arena.words(set), purpose) {
        Some(unit) => call.push(HandleTag::Unit, unit.0.into()),
        None => fail("there is no unit to draw"),
    }
}

fn log(call: &mut Call) -> Result<Outcome> {
    call.may_change()?;
    let (rule, text) = (call.kept_text(1)?, call.kept_text(2)?);
    // The price is the same whether or not anybody reads the line.
    call.spend(1000 + 10 * text.len() as u64 + 100 * u64::from((call.count() - 2).max(0).unsigned_abs()))?;
    if !call.desk.table.service.log {
        // A line that nobody reads is not built, but mistakes in it are still reported.
        call.check_choices_from(3)?;
        return call.nothing();
    }
    let about = call.choices_from(3)?;
    let (rule, text) = (rule.to_owned(), text.to_owned());
    let path = call.desk.arena.route.take(call.desk.table, &about);
    call.desk.table.log(|| Event { rule, text, fillings: about, path, ..Event::default() });
    call.nothing()
}

fn tell(call: &mut Call) -> Result<Outcome> {
    call.may_change()?;
    let side = call.side(1)?;
    let (rule, text, about) = (call.kept_text(2)?.to_owned(), call.kept_text(3)?.to_owned(), call.choices_from(4)?);
    call.spend(1000 + 10 * text.len() as u64 + 100 * about.len() as u64)?;
    call.desk.table.tell(side, Event { rule, text, fillings: about, ..Event::default() });
    call.nothing()
}

/// Reads who won, and with which grade of victory: nothing, a side, a list of sides, or a table with fields.
fn victory(call: &mut Call) -> Result<(Winners, Option<String>)> {
    if !call.is_table(1) || call.length_of_table(1) > 0 {
        return Ok((winners(call, 1)?, None));
    }
    let [winner, grade] = call.fields(1, &["winner", "grade"])?;
    if call.is_nil(winner) && call.is_nil(grade) {
        return Ok((Winners::none(), None));
    }
    call.need([("grade", grade)])?;
    let victory = (winners(call, winner)?, Some(call.kept_text(grade)?.to_owned()));
    call.drop_options();
    Ok(victory)
}

fn winners(call: &mut Call, at: i32) -> Result<Winners> {
    if call.is_nil(at) {
        return Ok(Winners::none());
    }
    let (sides, content) = (call.sides(at)?, &call.desk.table.content);
    match sides.iter().find(|side| content.is_neutral(*side)) {
        Some(side) => fail(format!("{} is a neutral side, which cannot win", content.sides.name(side))),
        None => Ok(sides.iter().collect()),
    }
}

fn finish(call: &mut Call) -> Result<Outcome> {
    call.may_change()?;
    let (winners, grade) = victory(call)?;
    let rule = Some(call.kept_text(2)?.to_owned());
    let (reason, about) = (call.kept_text(3)?, call.choices_from(4)?);
    let (reason, template) = Template::reason(reason, about, &call.desk.table.content);
    call.desk.table.state.end(Ending { winners, rule, reason, grade, template });
    call.nothing()
}

/// The cost of a checkpoint, in safepoints: a copy of the state is kept.
pub(super) const CHECKPOINT: u64 = 2_000;

fn checkpoint(call: &mut Call) -> Result<Outcome> {
    call.may_change()?;
    call.spend(CHECKPOINT)?;
    call.desk.table.checkpoint();
    call.nothing()
}

fn show_costs(call: &mut Call) -> Result<Outcome> {
    let set = call.set(1, Kind::Spaces)?;
    if call.desk.table.service.log {
        call.desk.arena.shown_costs.push(set);
    }
    call.nothing()
}

fn clear_mark(call: &mut Call) -> Result<Outcome> {
    call.may_change()?;
    let mark = super::unit::mark(call, 1)?;
    call.desk.table.state.clear_mark(mark);
    call.nothing()
}
