//! Checks the field's results against slow, obvious computations, for random shapes and moves.

use super::*;
use crate::ids::UnitTypeId;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

struct Chance(ChaCha8Rng);

impl Chance {
    fn number(&mut self, first: i64, last: i64) -> i64 {
        first + i64::from(self.0.next_u32()) % (last - first + 1)
    }

    fn point(&mut self) -> [i64; 2] {
        [self.number(0, 7), self.number(0, 7)]
    }

    fn rectangle(&mut self) -> Rectangle {
        let [left, top] = self.point();
        Rectangle { left, top, right: left + self.number(1, 5), bottom: top + self.number(1, 5) }
    }

    /// Returns a simple polygon, not always convex, made of two random triangles on opposite sides of a line.
    fn polygon(&mut self) -> [[i64; 2]; 4] {
        loop {
            let all = [self.point(), self.point(), self.point(), self.point()];
            let (one, other) = (area(&[all[0], all[1], all[2]]), area(&[all[0], all[2], all[3]]));
            if one * other > 0 {
                return all;
            }
        }
    }
}

fn chance(seed: u64) -> Chance {
    Chance(ChaCha8Rng::seed_from_u64(seed))
}

fn outline(points: &[[i64; 2]]) -> Shape {
    let points = points.iter().map(|&[x, y]| [x as i32, y as i32]).collect();
    Footprint::Outline(points).at(Stand { spot: Spot { x: 0, y: 0 }, facing: Facing::North })
}

fn course(points: &[[i64; 2]], width: i32) -> Shape {
    let line = points.iter().map(|&[x, y]| [x as i32, y as i32]).collect();
    Footprint::Course { line, width }.at(Stand { spot: Spot { x: 0, y: 0 }, facing: Facing::North })
}

/// Returns twice the area of a polygon, positive if clockwise.
fn area(points: &[[i64; 2]]) -> i64 {
    let next = |at: usize| points[(at + 1) % points.len()];
    points.iter().enumerate().map(|(at, a)| a[0] * next(at)[1] - a[1] * next(at)[0]).sum()
}

/// A fraction.
type Part = (i128, i128);

fn is_less(a: Part, b: Part) -> bool {
    a.0 * b.1 < b.0 * a.1
}

/// Returns the part of a polygon in which the coordinate on `axis` is at most `at` if `keeps_low` is set, or at least
/// `at` otherwise. Coordinates are fractions.
fn cut(points: Vec<[Part; 2]>, axis: usize, at: i64, keeps_low: bool) -> Vec<[Part; 2]> {
    let limit = (i128::from(at), 1);
    let kept = |point: &[Part; 2]| point[axis] == limit || is_less(limit, point[axis]) != keeps_low;
    let crossing = |a: [Part; 2], b: [Part; 2]| {
        let minus = |a: Part, b: Part| (a.0 * b.1 - b.0 * a.1, a.1 * b.1);
        let (over, under) = (minus(limit, a[axis]), minus(b[axis], a[axis]));
        let along = (over.0 * under.1, over.1 * under.0);
        let other = 1 - axis;
        let way = minus(b[other], a[other]);
        let sum = (a[other].0 * way.1 * along.1 + way.0 * along.0 * a[other].1, a[other].1 * way.1 * along.1);
        let mut point = [limit; 2];
        point[other] = reduced(sum);
        point
    };
    let mut all = Vec::new();
    for (at, &point) in points.iter().enumerate() {
        let before = points[(at + points.len() - 1) % points.len()];
        if kept(&point) != kept(&before) && point[axis] != limit && before[axis] != limit {
            all.push(crossing(before, point));
        }
        if kept(&point) {
            all.push(point);
        }
    }
    all
}

fn reduced((over, under): Part) -> Part {
    let (mut a, mut b) = (over.abs(), under.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let by = a.max(1) * under.signum();
    (over / by, under / by)
}

/// Returns whether a polygon and a rectangle share any area, by clipping the polygon to the rectangle.
fn share_area(polygon: &[[i64; 2]], base: &Rectangle) -> bool {
    let whole = |value: i64| (i128::from(value), 1);
    let mut left: Vec<[Part; 2]> = polygon.iter().map(|&[x, y]| [whole(x), whole(y)]).collect();
    for (axis, at, low) in [(0, base.left, false), (0, base.right, true), (1, base.top, false), (1, base.bottom, true)]
    {
        left = cut(left, axis, at, low);
    }
    let next = |at: usize| left[(at + 1) % left.len()];
    let mut sum: Part = (0, 1);
    for (at, a) in left.iter().enumerate() {
        let b = next(at);
        let product = |x: Part, y: Part| (x.0 * y.0, x.1 * y.1);
        let (one, other) = (product(a[0], b[1]), product(a[1], b[0]));
        let term = (one.0 * other.1 - other.0 * one.1, one.1 * other.1);
        sum = reduced((sum.0 * term.1 + term.0 * sum.1, sum.1 * term.1));
    }
    sum.0 != 0
}

/// Returns the squared distance from a point to a segment: to the foot of the perpendicular, or to the nearer end.
fn from_segment(a: [i64; 2], b: [i64; 2], point: [i64; 2]) -> Part {
    let [a, b, point] = [a, b, point].map(|p| [i128::from(p[0]), i128::from(p[1])]);
    let way = [b[0] - a[0], b[1] - a[1]];
    let length = way[0] * way[0] + way[1] * way[1];
    let along = ((point[0] - a[0]) * way[0] + (point[1] - a[1]) * way[1]).clamp(0, length);
    let under = length.max(1);
    let foot = [a[0] * under + way[0] * along, a[1] * under + way[1] * along];
    let apart = [point[0] * under - foot[0], point[1] * under - foot[1]];
    (apart[0] * apart[0] + apart[1] * apart[1], under * under)
}

/// Returns the squared distance between two polygons that do not overlap: the smallest distance from a corner of one
/// to an edge of the other.
fn apart(one: &[[i64; 2]], other: &[[i64; 2]]) -> Part {
    let from = |corners: &[[i64; 2]], edges: &[[i64; 2]]| {
        let edge = |at: usize| (edges[at], edges[(at + 1) % edges.len()]);
        let all = corners
            .iter()
            .flat_map(|&corner| (0..edges.len()).map(move |at| from_segment(edge(at).0, edge(at).1, corner)));
        all.reduce(|a, b| if is_less(a, b) { a } else { b }).unwrap()
    };
    let (a, b) = (from(one, other), from(other, one));
    if is_less(a, b) { a } else { b }
}

#[test]
fn ground_and_base_overlap_where_they_share_an_area() {
    let mut chance = chance(1);
    let mut both = [0, 0];
    for _ in 0..20_000 {
        let (polygon, base) = (chance.polygon(), chance.rectangle());
        let overlaps = outline(&polygon).overlaps(&base);
        assert_eq!(overlaps, share_area(&polygon, &base), "{polygon:?} {base:?}");
        both[usize::from(overlaps)] += 1;
    }
    assert!(both.iter().all(|count| *count > 1000), "{both:?}");
}

#[test]
fn shapes_are_as_far_apart_as_their_corners_and_edges() {
    let mut chance = chance(2);
    for _ in 0..20_000 {
        let (polygon, base, distance) = (chance.polygon(), chance.rectangle(), chance.number(0, 6));
        let (shape, other) = (outline(&polygon), Shape::from(base));
        let square = (i128::from(distance * distance), 1);
        let corners = base.corners();
        let gap = if share_area(&polygon, &base) { (0, 1) } else { apart(&polygon, &corners) };
        assert_eq!(shape.is_within(&other, distance), !is_less(square, gap), "{polygon:?} {base:?} {distance}");
        assert_eq!(shape.is_nearer(&other, distance), is_less(gap, square), "{polygon:?} {base:?} {distance}");
        assert_eq!(other.is_within(&shape, distance), shape.is_within(&other, distance));
    }
}

#[test]
fn nothing_is_within_a_negative_distance() {
    let mut chance = chance(11);
    for _ in 0..5000 {
        let (polygon, base, distance) = (chance.polygon(), chance.rectangle(), chance.number(-3, -1));
        let (shape, other) = (outline(&polygon), Shape::from(base));
        assert!(
            !shape.is_within(&other, distance) && !shape.is_nearer(&other, distance),
            "{polygon:?} {base:?} {distance}"
        );
    }
}

#[test]
fn a_course_is_what_lies_within_half_its_width() {
    let mut chance = chance(3);
    for _ in 0..20_000 {
        let (line, base, half) = ([chance.point(), chance.point()], chance.rectangle(), chance.number(1, 3));
        let bare = apart_from_line(line, &base);
        let square = (i128::from(half * half), 1);
        assert_eq!(course(&line, 2 * half as i32).overlaps(&base), is_less(bare, square), "{line:?} {base:?} {half}");
    }
}

/// Returns the squared distance between a segment and a rectangle; 0 if the segment enters the rectangle.
fn apart_from_line([a, b]: [[i64; 2]; 2], base: &Rectangle) -> Part {
    let inside = |p: [i64; 2]| base.left <= p[0] && p[0] <= base.right && base.top <= p[1] && p[1] <= base.bottom;
    // Coordinates are so small that a segment that enters a rectangle is inside it at one of these 5,041 points.
    let comes_in = (0..=5040).any(|part| {
        let at = |axis: usize| a[axis] * 5040 + (b[axis] - a[axis]) * part;
        (base.left * 5040..=base.right * 5040).contains(&at(0))
            && (base.top * 5040..=base.bottom * 5040).contains(&at(1))
    });
    if comes_in || inside(a) || inside(b) { (0, 1) } else { apart(&[a, b], &base.corners()) }
}

#[test]
fn an_outline_whose_lines_cross_is_none() {
    let simple: [&[[i32; 2]]; 3] =
        [&[[0, 0], [4, 0], [0, 4]], &[[0, 0], [4, 0], [4, 4], [2, 1]], &[[0, 0], [2, 0], [4, 0], [4, 4]]];
    assert!(simple.iter().all(|outline| Footprint::is_simple(outline)));
    let crossed: [&[[i32; 2]]; 4] = [
        &[[0, 0], [4, 4], [4, 0], [0, 4]],
        &[[0, 0], [4, 0], [2, 0]],
        &[[0, 0], [0, 0], [4, 4]],
        &[[0, 0], [4, 0], [4, 4], [2, 0], [0, 4]],
    ];
    assert!(crossed.iter().all(|outline| !Footprint::is_simple(outline)));
    let mut chance = chance(10);
    for _ in 0..2000 {
        let polygon = chance.polygon().map(|[x, y]| [x as i32, y as i32]);
        // Two triangles on opposite sides of a line form a simple polygon, unless a corner is on an edge.
        assert!(Footprint::is_simple(&polygon) || touches_itself(&polygon), "{polygon:?}");
    }
}

fn touches_itself(polygon: &[[i32; 2]; 4]) -> bool {
    let corner = |at: usize| polygon[at % 4].map(i64::from);
    (0..4).any(|at| {
        (0..4)
            .filter(|other| *other != at && *other != (at + 1) % 4)
            .any(|other| from_segment(corner(at), corner(at + 1), corner(other)).0 == 0)
    })
}

#[test]
fn gaps_and_contact_of_bases_are_those_of_all_their_points() {
    let mut chance = chance(4);
    let mut contacts = 0;
    for _ in 0..5000 {
        let (a, b) = (chance.rectangle(), chance.rectangle());
        let points = |base: &Rectangle| {
            let (xs, ys) = (base.left..=base.right, base.top..=base.bottom);
            xs.flat_map(move |x| ys.clone().map(move |y| [x, y])).collect::<Vec<_>>()
        };
        let square = |p: [i64; 2], q: [i64; 2]| (p[0] - q[0]).pow(2) + (p[1] - q[1]).pow(2);
        let least =
            points(&a).into_iter().flat_map(|p| points(&b).into_iter().map(move |q| square(p, q))).min().unwrap();
        assert_eq!(a.squared_gap(&b), least);
        assert!((a.gap(&b) - 1).max(0).pow(2) < least || least == 0);
        let shared = points(&a).into_iter().filter(|p| points(&b).contains(p)).count();
        let touch = !a.overlaps(&b) && shared > 1;
        assert_eq!(a.contact(&b).is_some(), touch, "{a:?} {b:?}");
        assert_eq!(a.contact(&b).map(Facing::opposite), b.contact(&a));
        contacts += usize::from(touch);
    }
    assert!(contacts > 100, "{contacts}");
}

#[test]
fn sight_is_blocked_where_a_place_of_the_line_lies_inside() {
    let mut chance = chance(5);
    let mut both = [0, 0];
    for _ in 0..600 {
        let polygon = chance.polygon();
        let (from, to) = (chance.point(), chance.point());
        let spot = |p: [i64; 2]| Spot { x: p[0] as i32, y: p[1] as i32 };
        let blocks = outline(&polygon).blocks(spot(from), spot(to));
        assert_eq!(blocks, passes_through(&polygon, from, to), "{polygon:?} {from:?} {to:?}");
        both[usize::from(blocks)] += 1;
    }
    assert!(both.iter().all(|count| *count > 50), "{both:?}");
}

/// Returns whether a line passes through the interior of a polygon, by sampling the line densely. For shapes this
/// small, the points at which it crosses edges are farther apart than two samples.
fn passes_through(polygon: &[[i64; 2]; 4], from: [i64; 2], to: [i64; 2]) -> bool {
    const PARTS: i64 = 2 * 98 * 98;
    (0..PARTS).any(|part| {
        let at = |axis: usize| from[axis] * 2 * PARTS + (to[axis] - from[axis]) * (2 * part + 1);
        let corners = polygon.map(|[x, y]| [x * 2 * PARTS, y * 2 * PARTS]);
        let point = [at(0), at(1)];
        let sides = |a: usize, b: usize, c: usize| {
            let turns = [(a, b), (b, c), (c, a)]
                .map(|(from, to)| super::segment::turn(corners[from], corners[to], point).signum());
            (turns[0], turns[1], turns[2])
        };
        let (one, other) = (sides(0, 1, 2), sides(0, 2, 3));
        let inside = |turns: (i64, i64, i64)| turns.0 != 0 && turns.0 == turns.1 && turns.1 == turns.2;
        // The point is within a triangle, or on their shared edge, strictly between its ends.
        let on_the_shared =
            one.2 == 0 && one.0 != 0 && one.0 == one.1 && other.0 == 0 && other.1 != 0 && other.1 == other.2;
        inside(one) || inside(other) || on_the_shared
    })
}

#[test]
fn what_a_base_sweeps_over_is_where_it_is_on_its_way() {
    let mut chance = chance(6);
    for _ in 0..3000 {
        let from = chance.rectangle();
        let (x, y) = (chance.number(-6, 6), chance.number(-6, 6));
        let to = Rectangle { left: from.left + x, top: from.top + y, right: from.right + x, bottom: from.bottom + y };
        let other = chance.rectangle();
        // The move is sampled in 420 steps, with all coordinates scaled up by 420.
        let large = |base: &Rectangle, part: i64| {
            let place = |value: i64, way: i64| value * 420 + way * part;
            Rectangle {
                left: place(base.left, x),
                top: place(base.top, y),
                right: place(base.right, x),
                bottom: place(base.bottom, y),
            }
        };
        let still = Rectangle {
            left: other.left * 420,
            top: other.top * 420,
            right: other.right * 420,
            bottom: other.bottom * 420,
        };
        let touched = (0..=420).any(|part| large(&from, part).squared_gap(&still) == 0);
        assert_eq!(
            Shape::swept(&from, &to).is_within(&Shape::from(other), 0),
            touched,
            "{from:?} by {x},{y} past {other:?}"
        );
    }
}

const FIELD: Field = Field { size: [240, 240], lattice: 10, scale: 10, table: crate::ids::SpaceId(0) };
const WOODS: UnitTypeId = UnitTypeId(0);

fn stand(x: i32, y: i32) -> (Stand, Rectangle) {
    let stand = Stand { spot: Spot { x, y }, facing: Facing::North };
    (stand, Footprint::Base(20, 20).base(stand).unwrap())
}

fn hold() -> Hold {
    Hold { kind: WOODS, cost: 1, enter: 0, closed: false, stops: false, apart: false, most: None, under: 0 }
}

#[test]
fn on_bare_ground_one_goes_as_far_as_the_ruler_says() {
    let mut chance = chance(7);
    for _ in 0..40 {
        let from = stand(chance.number(10, 230) as i32, chance.number(10, 230) as i32);
        let points = chance.number(1, 90) as u32;
        let approach = Approach::new(&FIELD, from, points, Ground::new(&Going::default(), []), (Vec::new(), 20));
        for spot in (10..=230).step_by(7).flat_map(|x| (10..=230).step_by(11).map(move |y| Spot { x, y })) {
            let in_range = spot.squared_distance(from.0.spot) <= i64::from(points * points) && spot != from.0.spot;
            assert_eq!(approach.cost(spot).is_some(), in_range, "{spot:?} from {from:?} for {points}");
        }
    }
}

#[test]
fn no_move_ends_on_closed_ground_beyond_a_wall_or_near_an_enemy_it_does_not_touch() {
    let mut chance = chance(8);
    for _ in 0..25 {
        let (x, wall) = (chance.number(10, 90) as i32, Rectangle { left: 130, top: 0, right: 140, bottom: 240 });
        let from = stand(x, chance.number(10, 230) as i32);
        let closed = Going { name: "foot".into(), holds: vec![Hold { closed: true, ..hold() }], only: 0 };
        let ground = Ground::new(&closed, [(WOODS, Shape::from(wall))]);
        let enemies: Vec<Rectangle> =
            (0..3).map(|_| stand(chance.number(10, 110) as i32, chance.number(10, 230) as i32).1).collect();
        if enemies.iter().any(|enemy| enemy.squared_gap(&from.1) < 900) {
            continue;
        }
        let approach = Approach::new(&FIELD, from, chance.number(20, 120) as u32, ground, (enemies.clone(), 20));
        for spot in FIELD.lattice() {
            let base = stand(spot.x, spot.y).1;
            if approach.cost(spot).is_some() {
                assert!(base.right <= wall.left, "{spot:?} is on the wall or behind it");
                let near = enemies.iter().any(|enemy| enemy.squared_gap(&base) < 400);
                assert!(
                    !near || enemies.iter().any(|enemy| enemy.contact(&base).is_some()),
                    "{spot:?} is near an enemy"
                );
            }
        }
    }
}

/// Compares the costs with those found by trying all steps between lattice places until no cost improves.
#[test]
fn the_cheapest_way_is_found_over_slow_ground() {
    let mut chance = chance(9);
    for round in 0..12 {
        let from = stand(10 * chance.number(4, 18) as i32, 10 * chance.number(4, 18) as i32);
        let woods: Vec<(UnitTypeId, Shape)> =
            (0..4).map(|_| (WOODS, outline(&chance.polygon().map(|[x, y]| [30 * x, 30 * y])))).collect();
        let going = Going {
            name: "foot".into(),
            holds: vec![Hold { cost: 3, stops: round % 3 == 1, apart: round % 3 == 2, ..hold() }],
            only: 0,
        };
        let points = 60;
        let approach = Approach::new(&FIELD, from, points, Ground::new(&going, woods.clone()), (Vec::new(), 0));
        let ground = Ground::new(&going, woods);
        let mut best = std::collections::BTreeMap::from([((from.0.spot, true), 0)]);
        loop {
            let mut better = Vec::new();
            for (&(spot, goes_on), &cost) in &best {
                let near = |next: &Spot| {
                    next.squared_distance(spot) <= 225 && *next != spot && FIELD.whole().holds(&stand(next.x, next.y).1)
                };
                for next in FIELD.lattice().filter(near).filter(|_| goes_on) {
                    let kinds = |spot: Spot| ground.kinds(&stand(spot.x, spot.y).1);
                    let length = super::spot::sqrt_rounded_up(100 * next.squared_distance(spot)) as u32;
                    let Some(step) = ground.step(kinds(spot), kinds(next), length, spot == from.0.spot) else {
                        continue;
                    };
                    let total = cost + step.cost;
                    if total <= points * 10 && best.get(&(next, step.goes_on)).is_none_or(|old| *old > total) {
                        better.push(((next, step.goes_on), total));
                    }
                }
            }
            if better.is_empty() {
                break;
            }
            for (at, total) in better {
                let old = best.entry(at).or_insert(total);
                *old = total.min(*old);
            }
        }
        for spot in FIELD.lattice().filter(|spot| *spot != from.0.spot) {
            let slow = [true, false].iter().filter_map(|goes_on| best.get(&(spot, *goes_on))).min();
            let fast = approach.cost(spot);
            let straight = fast.is_some_and(|cost| {
                cost == super::spot::sqrt_rounded_up(100 * spot.squared_distance(from.0.spot)) as u32
            });
            assert!(straight || fast.as_ref() == slow, "{spot:?}: {fast:?} and {slow:?} from {from:?}, round {round}");
        }
    }
}

#[test]
fn who_keeps_to_a_road_stays_on_it() {
    let road = course(&[[0, 120], [120, 120], [120, 0]], 2);
    let going = Going { name: "road".into(), holds: vec![hold()], only: 1 };
    let on_it = |(_, base): (Stand, Rectangle)| road.overlaps(&base);
    for (from, reaches) in [(stand(30, 120), true), (stand(30, 160), false)] {
        let approach = Approach::new(&FIELD, from, 150, Ground::new(&going, [(WOODS, road.clone())]), (Vec::new(), 0));
        let ends: Vec<Spot> = FIELD.lattice().filter(|spot| approach.cost(*spot).is_some()).collect();
        assert_eq!(!ends.is_empty(), reaches, "from {from:?}");
        assert!(ends.iter().all(|spot| on_it(stand(spot.x, spot.y))), "{ends:?}");
        assert_eq!(ends.contains(&Spot { x: 120, y: 60 }), reaches, "round the corner");
    }
}
