//! Draws a chart as a picture: a table, with the title above it and the meanings of the results below it.

use super::canvas::{CREAM, INK, SANS, SERIF, SvgCanvas, TextStyle, fit, width};
use crate::terminal_text;
use grognard_engine::style::Colour;

/// A chart with all its strings translated.
#[derive(Clone, Debug, Default)]
pub struct ChartTable {
    /// The heading of the chart.
    pub title: String,
    /// The names of the two axes, for the top left cell.
    pub corner: String,
    /// The column headings.
    pub columns: Vec<String>,
    /// The heading and cells of each row.
    pub rows: Vec<(String, Vec<String>)>,
    /// The results and their meanings.
    pub key: Vec<(String, String)>,
}

const LETTERS: i64 = 230;
const ROW: i64 = 420;
const PAD: i64 = 150;
const EDGE: i64 = 400;
const HEAD: i64 = 900;
/// The maximum width of a column. Longer strings are set in smaller type.
const BROADEST: i64 = 4_200;
const HEADS: Colour = Colour::of(0xe4_dcc6);
const FAINT: Colour = Colour::of(0x6b_6455);

/// Draws a chart, with 70 picture units per CSS pixel.
pub fn table(table: &ChartTable) -> String {
    let columns = columns(table);
    let broad: i64 = columns.iter().sum();
    let breadth = broad.max(6_000);
    let lines = key(table, breadth);
    let high = HEAD + ROW * (table.rows.len() as i64 + 1);
    let height = high + if lines.is_empty() { 0 } else { 300 + ROW * lines.len() as i64 };
    let mut paper = SvgCanvas::default();
    open(table, (breadth + 2 * EDGE, height + 2 * EDGE), &mut paper);
    paper.group(&format!("font-family=\"{SERIF}\""));
    let title = terminal_text::shorten(&terminal_text::clean(&table.title), 80);
    paper.text((breadth / 2, 520), TextStyle::centred(fit(&title, breadth, 160, 420), INK).bold(), &title);
    paper.close();
    paper.group(&format!("transform=\"translate({} {HEAD})\"", (breadth - broad) / 2));
    grid(table, &columns, &mut paper);
    paper.close();
    for (at, line) in lines.iter().enumerate() {
        let y = high + 300 + ROW * at as i64 + 280;
        paper.text((0, y), TextStyle { anchor: "start", ..TextStyle::centred(LETTERS, FAINT) }, line);
    }
    paper.out + "</svg>\n"
}

fn open(table: &ChartTable, (width, height): (i64, i64), paper: &mut SvgCanvas) {
    paper.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-{EDGE} -{EDGE} {width} {height}\" width=\"{}\" \
         height=\"{}\" role=\"img\" \
         font-family=\"{SANS}\">",
        width / 14,
        height / 14
    ));
    paper.title(&table.title);
    paper.put(format_args!(
        "<rect x=\"-{EDGE}\" y=\"-{EDGE}\" width=\"{width}\" height=\"{height}\" fill=\"{CREAM}\"/>"
    ));
}

/// Returns the width of each column, starting with the column of row headings.
fn columns(table: &ChartTable) -> Vec<i64> {
    let wide = |text: &str| (width(text, LETTERS + 20) + 2 * PAD).clamp(700, BROADEST);
    let first =
        table.rows.iter().map(|(head, _)| head).chain([&table.corner]).map(|text| wide(text)).max().unwrap_or(0);
    let rest = table.columns.iter().enumerate().map(|(at, head)| {
        let cells = table.rows.iter().filter_map(|(_, cells)| cells.get(at));
        cells.chain([head]).map(|text| wide(text)).max().unwrap_or(0)
    });
    [first].into_iter().chain(rest).collect()
}

fn grid(table: &ChartTable, columns: &[i64], paper: &mut SvgCanvas) {
    let broad: i64 = columns.iter().sum();
    let high = ROW * (table.rows.len() as i64 + 1);
    paper.put(format_args!("<rect width=\"{broad}\" height=\"{ROW}\" fill=\"{HEADS}\"/>"));
    paper.put(format_args!("<rect width=\"{}\" height=\"{high}\" fill=\"{HEADS}\"/>", columns[0]));
    let mut rules = String::new();
    (0..=table.rows.len() as i64 + 1).for_each(|row| rules += &format!("M0 {}h{broad}", row * ROW));
    let mut x = 0;
    for breadth in columns.iter().chain([&0]) {
        rules += &format!("M{x} 0v{high}");
        x += breadth;
    }
    let heads = [&table.corner].into_iter().chain(&table.columns);
    line(heads, columns, 0, true, paper);
    for (at, (head, cells)) in table.rows.iter().enumerate() {
        line([head].into_iter().chain(cells), columns, (at as i64 + 1) * ROW, false, paper);
    }
    paper.path(&rules, "fill=\"none\" stroke=\"#9c927b\" stroke-width=\"16\"");
}

/// Draws the cells of a table row. Headings are bold.
fn line<'a>(texts: impl Iterator<Item = &'a String>, columns: &[i64], y: i64, is_head: bool, paper: &mut SvgCanvas) {
    let mut x = 0;
    for (at, (text, breadth)) in texts.zip(columns).enumerate() {
        let text = terminal_text::clean(text);
        let look = TextStyle::centred(fit(&text, breadth - 2 * PAD, 70, LETTERS), INK);
        paper.text((x + breadth / 2, y + 290), if is_head || at == 0 { look.bold() } else { look }, &text);
        x += breadth;
    }
}

/// Returns the results and their meanings, in lines no wider than the table.
fn key(table: &ChartTable, breadth: i64) -> Vec<String> {
    let mut lines = Vec::new();
    for (result, meaning) in &table.key {
        let mut line = format!("{}:", terminal_text::clean(result));
        for word in terminal_text::clean(meaning).split_whitespace() {
            if width(&line, LETTERS) + width(word, LETTERS) > breadth {
                lines.push(std::mem::replace(&mut line, "   ".to_owned()));
            }
            line = line + " " + word;
        }
        lines.push(line);
    }
    lines
}
