//! Draws plots as SVG: points with whiskers, bars, lines. Numbers are rounded to a tenth of a pixel, so that pages are
//! identical on all machines.

use grognard_board::svg::escape;
use std::fmt::Write;

/// The colours of the two variants, which colour-blind readers can distinguish.
pub const COLOURS: [&str; 2] = ["#2f6595", "#c2591b"];
const SOFT: &str = "#6b6455";
const LINE: &str = "#c9c0ab";

/// An SVG image under construction.
pub struct Plot {
    width: f64,
    height: f64,
    body: String,
    title: String,
}

impl Plot {
    /// Creates an empty image with a title for screen readers.
    pub fn new(width: f64, height: f64, title: &str) -> Plot {
        Plot { width, height, body: String::new(), title: escape(title) }
    }

    /// Draws a line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) {
        let _ = write!(
            self.body,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>",
            from.0, from.1, to.0, to.1
        );
    }

    /// Draws a dot.
    pub fn dot(&mut self, at: (f64, f64), radius: f64, colour: &str) {
        let _ =
            write!(self.body, "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\" fill=\"{colour}\"/>", at.0, at.1);
    }

    /// Draws a bar.
    pub fn bar(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), colour: &str) {
        let _ = write!(
            self.body,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\"/>",
            width.max(0.0),
            height.max(0.0)
        );
    }

    /// Writes a label; `anchor` is `start`, `middle` or `end`.
    pub fn text(&mut self, at: (f64, f64), anchor: &str, words: &str) {
        let _ = write!(
            self.body,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" font-size=\"13\" fill=\"#23201d\">{}</text>",
            at.0,
            at.1,
            escape(words)
        );
    }

    /// Writes a smaller, lighter label.
    pub fn note(&mut self, at: (f64, f64), anchor: &str, words: &str) {
        let _ = write!(
            self.body,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" font-size=\"11\" fill=\"{SOFT}\">{}</text>",
            at.0,
            at.1,
            escape(words)
        );
    }

    /// Draws a polyline.
    pub fn way(&mut self, points: &[(f64, f64)], colour: &str, dashed: bool) {
        let all: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let dash = if dashed { " stroke-dasharray=\"6 4\"" } else { "" };
        let _ = write!(
            self.body,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.4\"{dash}/>",
            all.join(" ")
        );
    }

    /// Returns the image as SVG.
    pub fn svg(self) -> String {
        let Plot { width, height, body, title } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" \
             role=\"img\" class=\"plot\"><title>{title}</title>{body}</svg>"
        )
    }
}

/// A linear scale from numbers to pixels.
#[derive(Clone, Copy)]
pub struct Scale {
    from: f64,
    to: f64,
    start: f64,
    end: f64,
}

impl Scale {
    /// Creates a scale that maps the numbers `from` to `to` onto the pixels `start` to `end`.
    pub fn new((from, to): (f64, f64), (start, end): (f64, f64)) -> Scale {
        Scale { from, to: if to > from { to } else { from + 1.0 }, start, end }
    }

    /// Returns the pixel position of a number.
    pub fn at(&self, number: f64) -> f64 {
        self.start + (number - self.from) / (self.to - self.from) * (self.end - self.start)
    }

    /// Returns about six round numbers within the scale.
    pub fn marks(&self) -> Vec<f64> {
        let rough = (self.to - self.from) / 6.0;
        let tens = 10_f64.powf(rough.log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * tens).find(|step| *step >= rough).unwrap_or(rough);
        let first = (self.from / step).ceil() as i64;
        (first..).map(|at| at as f64 * step).take_while(|mark| *mark <= self.to + step * 1e-9).collect()
    }
}

/// A point with whiskers, in a row of a plot.
pub struct Whisker {
    /// The label.
    pub name: String,
    /// The number, and the lower and upper ends of its interval.
    pub value: (f64, f64, f64),
    /// The colour.
    pub colour: &'static str,
    /// The number as displayed.
    pub words: String,
}

/// Draws rows of points with whiskers on one scale. A line marks `zero`, with a shaded band of width `band` on either
/// side.
pub fn whiskers(
    title: &str,
    rows: &[Whisker],
    range: (f64, f64),
    mark: impl Fn(f64) -> String,
    zero: Option<f64>,
    band: f64,
) -> String {
    const ROW: f64 = 30.0;
    let (width, left, right) = (760.0, 190.0, 560.0);
    let bottom = 14.0 + ROW * rows.len() as f64;
    let mut plot = Plot::new(width, bottom + 26.0, title);
    let scale = Scale::new(range, (left, right));
    if let Some(zero) = zero {
        let from = scale.at(zero - band).max(left);
        plot.bar((from, 4.0), (scale.at(zero + band).min(right) - from, bottom - 4.0), "#ece4cf");
        plot.line((scale.at(zero), 4.0), (scale.at(zero), bottom), SOFT, 1.4);
    }
    for at in scale.marks() {
        plot.line((scale.at(at), bottom), (scale.at(at), bottom + 5.0), SOFT, 1.0);
        plot.note((scale.at(at), bottom + 19.0), "middle", &mark(at));
    }
    plot.line((left, bottom), (right, bottom), SOFT, 1.0);
    for (number, row) in rows.iter().enumerate() {
        let y = 20.0 + ROW * number as f64;
        let (value, low, high) = row.value;
        plot.text((left - 12.0, y + 4.5), "end", &row.name);
        let within = |number: f64| scale.at(number.clamp(range.0, range.1));
        plot.line((within(low), y), (within(high), y), row.colour, 3.0);
        [low, high].iter().for_each(|end| plot.line((within(*end), y - 6.0), (within(*end), y + 6.0), row.colour, 2.0));
        plot.dot((within(value), y), 5.5, row.colour);
        plot.text((right + 14.0, y + 4.5), "start", &row.words);
    }
    plot.svg()
}

/// Draws the distributions of a number in both variants, side by side, as shares of each variant's games. The tick
/// labels of the shares are formatted by `written`.
pub fn histogram(
    title: &str,
    values: [&[f64]; 2],
    names: [&str; 2],
    axis: &str,
    written: impl Fn(f64) -> String,
) -> String {
    let all = || values.iter().flat_map(|values| values.iter().copied());
    let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    if !low.is_finite() {
        return String::new();
    }
    let step = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0]
        .into_iter()
        .find(|step| (high - low) / step < 24.0)
        .unwrap_or(1000.0);
    let first = (low / step).floor();
    let bins = ((high / step).floor() - first) as usize + 1;
    let shares = values.map(|values| {
        let mut shares = vec![0.0; bins];
        values
            .iter()
            .for_each(|value| shares[((value / step).floor() - first) as usize] += 1.0 / values.len().max(1) as f64);
        shares
    });
    let most = shares.iter().flatten().copied().fold(0.0, f64::max);
    let (width, left, right, bottom) = (760.0, 60.0, 740.0, 190.0);
    let mut plot = Plot::new(width, bottom + 46.0, title);
    let up = Scale::new((0.0, most * 100.0), (bottom, 22.0));
    for mark in up.marks() {
        plot.line((left, up.at(mark)), (right, up.at(mark)), LINE, 0.8);
        plot.note((left - 6.0, up.at(mark) + 4.0), "end", &format!("{} %", written(mark)));
    }
    let room = (right - left) / bins as f64;
    let (gap, breadth) = (room * 0.1, room * 0.4);
    for (variant, shares) in shares.iter().enumerate() {
        for (bin, share) in shares.iter().enumerate() {
            let x = left + room * bin as f64 + gap + breadth * variant as f64;
            let y = up.at(share * 100.0);
            plot.bar((x, y), (breadth, bottom - y), COLOURS[variant]);
        }
    }
    let every = bins.div_ceil(14);
    for bin in (0..bins).step_by(every) {
        let from = (first + bin as f64) * step;
        let label = if step > 1.0 { format!("{from}–{}", from + step - 1.0) } else { format!("{from}") };
        plot.note((left + room * (bin as f64 + 0.5), bottom + 15.0), "middle", &label);
    }
    plot.note(((left + right) / 2.0, bottom + 36.0), "middle", axis);
    key(&mut plot, names, left);
    plot.svg()
}

/// Draws the legend for the two colours.
pub fn key(plot: &mut Plot, names: [&str; 2], left: f64) {
    for (variant, name) in names.iter().enumerate() {
        let x = left + 40.0 * variant as f64;
        plot.bar((x, 2.0), (11.0, 11.0), COLOURS[variant]);
        plot.note((x + 15.0, 12.0), "start", name);
    }
}

/// A series of numbers by turn.
pub struct Course {
    /// The label.
    pub name: String,
    /// The numbers, from turn 1.
    pub numbers: Vec<f64>,
    /// The variant.
    pub variant: usize,
    /// Whether the line is dashed.
    pub dashed: bool,
}

/// Draws line plots of numbers by turn; tick labels are formatted by `written`.
pub fn courses(title: &str, courses: &[Course], axis: &str, written: impl Fn(f64) -> String) -> String {
    let turns = courses.iter().map(|course| course.numbers.len()).max().unwrap_or(0);
    if turns == 0 {
        return String::new();
    }
    let most = courses.iter().flat_map(|course| course.numbers.iter().copied()).fold(1.0, f64::max);
    let (width, left, right, bottom) = (760.0, 60.0, 610.0, 240.0);
    let mut plot = Plot::new(width, bottom + 46.0, title);
    let (across, up) =
        (Scale::new((1.0, turns as f64), (left + 12.0, right)), Scale::new((0.0, most * 1.05), (bottom, 14.0)));
    for mark in up.marks() {
        plot.line((left, up.at(mark)), (right, up.at(mark)), LINE, 0.8);
        plot.note((left - 6.0, up.at(mark) + 4.0), "end", &written(mark));
    }
    for turn in (1..=turns).step_by(turns.div_ceil(12)) {
        plot.note((across.at(turn as f64), bottom + 16.0), "middle", &turn.to_string());
    }
    plot.note(((left + right) / 2.0, bottom + 36.0), "middle", axis);
    let mut labels: Vec<(f64, &Course)> = Vec::new();
    for course in courses {
        let points: Vec<(f64, f64)> = course
            .numbers
            .iter()
            .enumerate()
            .map(|(at, number)| (across.at(at as f64 + 1.0), up.at(*number)))
            .collect();
        plot.way(&points, COLOURS[course.variant], course.dashed);
        if points.len() == 1 {
            plot.dot(points[0], 4.0, COLOURS[course.variant]);
        }
        labels.extend(points.last().map(|(_, y)| (*y, course)));
    }
    // Overlapping labels are moved apart.
    labels.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut lowest = f64::NEG_INFINITY;
    for (y, course) in labels {
        lowest = (lowest + 15.0).max(y);
        plot.text((right + 8.0, lowest + 4.0), "start", &course.name);
    }
    plot.svg()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_have_round_marks() {
        assert_eq!(Scale::new((0.0, 100.0), (0.0, 1.0)).marks(), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(Scale::new((-7.0, 5.0), (0.0, 1.0)).marks(), [-6.0, -4.0, -2.0, 0.0, 2.0, 4.0]);
        assert_eq!(Scale::new((0.0, 4.0), (10.0, 50.0)).at(1.0), 20.0);
    }

    #[test]
    fn plots_of_nothing_and_of_one_number_are_drawn() {
        let written = |mark: f64| mark.to_string();
        assert_eq!(histogram("", [&[], &[]], ["A", "B"], "", written), "");
        assert!(histogram("", [&[3.0], &[3.0, 4.0]], ["A", "B"], "", written).contains("<rect"));
        assert_eq!(courses("", &[], "", written), "");
        let one = Course { name: "<one>".into(), numbers: vec![0.0], variant: 0, dashed: false };
        assert!(courses("", &[one], "", written).contains("&lt;one&gt;"));
    }
}
