//! Parses a page: headings are names, fenced blocks are givens, answers and expectations.

use super::page::{BlockLine, FORM, Page};
use grognard_packs::Diagnostic;
use grognard_play::provenance::{is_chapter, leading};

/// The kinds of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FenceKind {
    Given,
    When,
    Then,
}

const KINDS: [(&str, FenceKind); 3] =
    [("given", FenceKind::Given), ("when", FenceKind::When), ("then", FenceKind::Then)];

/// A fenced block.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub kind: FenceKind,
    pub lines: Vec<BlockLine>,
}

/// A heading with the blocks below it, preceded by the `given` blocks of the headings above it.
#[derive(Clone, Debug)]
pub(super) struct PageSection {
    pub line: usize,
    /// The number at the start of the heading, or of the nearest numbered heading above it.
    pub paragraph: String,
    /// The text after the paragraph number, inherited by unnumbered headings below.
    topic: String,
    /// The heading, preceded by the topic.
    pub name: String,
    pub blocks: Vec<Block>,
}

/// Returns the cases of a page, and the errors in its structure.
pub(super) fn read(page: &Page) -> (Vec<PageSection>, Vec<Diagnostic>) {
    let mut reader = MarkdownParser { page, open: Vec::new(), cases: Vec::new(), problems: Vec::new() };
    let mut lines = page.text.lines().enumerate().map(|(at, text)| (at + 1, text));
    while let Some((number, text)) = lines.next() {
        if let Some(fence) = Fence::open(text) {
            reader.fence(number, &fence, &mut lines);
        } else if let Some((level, title)) = heading(text) {
            reader.heading(number, level, title);
        }
    }
    reader.close(0);
    reader.cases.sort_by_key(|case| case.line);
    (reader.cases, reader.problems)
}

fn heading(text: &str) -> Option<(usize, &str)> {
    let level = text.len() - text.trim_start_matches('#').len();
    let title = text[level..].strip_prefix(' ')?;
    (1..=6).contains(&level).then(|| (level, title.trim()))
}

struct Fence<'a> {
    marks: usize,
    info: &'a str,
}

impl<'a> Fence<'a> {
    fn open(text: &'a str) -> Option<Fence<'a>> {
        let text = text.trim();
        let marks = text.len() - text.trim_start_matches('`').len();
        (marks >= 3).then(|| Fence { marks, info: text[marks..].trim() })
    }

    fn closes(&self, text: &str) -> bool {
        let text = text.trim();
        text.len() >= self.marks && text.bytes().all(|byte| byte == b'`')
    }
}

struct UnfinishedBlock {
    level: usize,
    section: PageSection,
    has_children: bool,
}

struct MarkdownParser<'a> {
    page: &'a Page,
    open: Vec<UnfinishedBlock>,
    cases: Vec<PageSection>,
    problems: Vec<Diagnostic>,
}

impl MarkdownParser<'_> {
    fn error(&mut self, line: usize, message: &str, help: &str) {
        self.problems.push(self.page.error(line, FORM, message).help(help));
    }

    fn heading(&mut self, line: usize, level: usize, title: &str) {
        self.close(level);
        let (first, rest) = title.split_once(' ').unwrap_or((title, ""));
        let above = self.open.last().map(|open| &open.section);
        // If no heading above has a number, a single letter counts as one. If it is in fact the article “A”, an error
        // is reported later, since the rulebook has no such paragraph.
        let has_number = above.is_some_and(|above| !above.paragraph.is_empty());
        let number = leading(first).or_else(|| (!has_number && is_chapter(first)).then_some(first));
        let (paragraph, topic, name) = match (number, above) {
            (Some(number), _) => (number, rest.trim(), rest.trim().to_owned()),
            (None, Some(above)) if !above.topic.is_empty() => {
                (&*above.paragraph, &*above.topic, format!("{}: {title}", above.topic))
            }
            (None, Some(above)) => (&*above.paragraph, "", title.to_owned()),
            (None, None) => ("", "", title.to_owned()),
        };
        let section =
            PageSection { line, paragraph: paragraph.to_owned(), topic: topic.to_owned(), name, blocks: Vec::new() };
        if let Some(parent) = self.open.last_mut() {
            parent.has_children = true;
        }
        self.open.push(UnfinishedBlock { level, section, has_children: false });
    }

    /// Ends the open sections of this heading level and of all deeper levels.
    fn close(&mut self, level: usize) {
        while let Some(open) = self.open.pop_if(|open| open.level >= level) {
            self.finish(open);
        }
    }

    fn finish(&mut self, open: UnfinishedBlock) {
        let UnfinishedBlock { section, has_children, .. } = open;
        let has = |kind| section.blocks.iter().any(|block: &Block| block.kind == kind);
        if section.blocks.is_empty() || (has_children && !has(FenceKind::When) && !has(FenceKind::Then)) {
            return;
        }
        if !has(FenceKind::Then) {
            return self.error(section.line, "this case has no expectations", "add a ```then block");
        }
        if section.paragraph.is_empty() {
            return self.error(
                section.line,
                "this case has no paragraph number",
                "begin its heading, or one above it, with a number: `# 9.2 Terrain`, `# A2 Terrain`, `# B Set-up`",
            );
        }
        let above =
            self.open.iter().flat_map(|open| &open.section.blocks).filter(|block| block.kind == FenceKind::Given);
        let blocks = above.chain(&section.blocks).cloned().collect();
        self.cases.push(PageSection { blocks, ..section });
    }

    fn fence<'a>(&mut self, start: usize, fence: &Fence, lines: &mut impl Iterator<Item = (usize, &'a str)>) {
        let mut inside = Vec::new();
        let mut closed = false;
        for (number, text) in lines {
            closed = fence.closes(text);
            if closed {
                break;
            }
            inside.push((number, text));
        }
        if !closed {
            self.error(start, "this block is not closed", "end it with a line of ```");
        }
        match KINDS.iter().find(|(word, _)| *word == fence.info) {
            Some((_, kind)) => self.block(start, *kind, inside),
            None => self.other(start, fence.info),
        }
    }

    /// Ignores blocks of other kinds, which are for human readers, unless the kind looks misspelt.
    fn other(&mut self, line: usize, info: &str) {
        if let Some(near) = grognard_packs::suggest::nearest(info, KINDS.iter().map(|(word, _)| *word)) {
            self.error(line, &format!("there is no block `{info}`"), &format!("did you mean `{near}`?"));
        }
    }

    fn block(&mut self, start: usize, kind: FenceKind, inside: Vec<(usize, &str)>) {
        let wanted =
            inside.into_iter().filter(|(_, text)| !text.trim().is_empty() && !text.trim_start().starts_with('#'));
        let line = |(number, text): (usize, &str)| BlockLine {
            number,
            text: text.trim().to_owned(),
            indented: text.starts_with([' ', '\t']),
        };
        let block = Block { kind, lines: wanted.map(line).collect() };
        match self.open.last_mut() {
            Some(open) => open.section.blocks.push(block),
            None => self.error(start, "this block has no heading", "the heading is the name of the case"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> Page {
        Page { name: "suite.md".into(), path: "suite.md".into(), text: text.into() }
    }

    #[test]
    fn headings_name_cases_and_share_what_they_give() {
        let text = "# 9.2 Terrain\n```given\nscenario x\n```\n## Forest\n```given\nturn 2\n```\n```then\nturn 2\n```\n\
            ## 9.3 Rivers\n```then\ndraw\n```\n";
        let (cases, problems) = read(&page(text));
        assert!(problems.is_empty(), "{problems:?}");
        let names: Vec<_> = cases
            .iter()
            .map(|case| (case.line, case.paragraph.as_str(), case.name.as_str(), case.blocks.len()))
            .collect();
        assert_eq!(names, [(5, "9.2", "Terrain: Forest", 3), (12, "9.3", "Rivers", 2)]);
        let text = "# G3.1 Terrain\n## A unit in a forest\n```then\ndraw\n```\n## A2 Rivers\n```then\ndraw\n```\n";
        let lettered: Vec<_> = read(&page(text)).0.into_iter().map(|case| (case.paragraph, case.name)).collect();
        let expected = [("G3.1", "Terrain: A unit in a forest"), ("A2", "Rivers")];
        assert_eq!(lettered, expected.map(|(number, name)| (number.to_owned(), name.to_owned())));
        let text = "# B Set-up\n## A unit in a forest\n```then\ndraw\n```\n## C. Play\n```then\ndraw\n```\n";
        let chapters: Vec<_> = read(&page(text)).0.into_iter().map(|case| (case.paragraph, case.name)).collect();
        let expected = [("B", "Set-up: A unit in a forest"), ("C", "Play")];
        assert_eq!(chapters, expected.map(|(number, name)| (number.to_owned(), name.to_owned())));
    }

    #[test]
    fn slips_of_form_are_found() {
        let problem = |text: &str| {
            read(&page(text))
                .1
                .iter()
                .map(|problem| format!("{} {}", problem.line, problem.message))
                .collect::<Vec<_>>()
        };
        assert_eq!(problem("# 9.0 A\n```gven\nturn 1\n```\n```then\ndraw\n```\n"), ["2 there is no block `gven`"]);
        assert_eq!(problem("# 9.0 A\n```given\nturn 1\n```\n"), ["1 this case has no expectations"]);
        assert_eq!(problem("# Terrain\n```then\ndraw\n```\n"), ["1 this case has no paragraph number"]);
        assert_eq!(problem("```then\ndraw\n```\n"), ["1 this block has no heading"]);
        assert_eq!(problem("# 9.0 A\n```then\ndraw\n"), ["2 this block is not closed"]);
        assert!(problem("# 9.0 A\n````text\n```then\n````\n```then\ndraw\n```\n").is_empty());
    }
}
