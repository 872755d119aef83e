# Commands for contributors. `just` lists them; you can also type each line without just.

# List these recipes.
default:
    @just --list --unsorted

# Play a battle at the terminal: `just play moscow-41-smolensk --lang fr`.
play scenario='battle-for-moscow' *args='':
    cargo run --release -- play {{ scenario }} {{ args }}

# Play a battle in the browser; prints a link for each side.
serve scenario='battle-for-moscow' *args='':
    cargo run --release -- serve {{ scenario }} {{ args }}

# Before every commit: format, lints, unit tests, one rulebook suite of each system.
quick:
    .ci/quick

# Before a merge: everything, `quick` included.
ci:
    .ci/run

# Tests whose name contains a word: `just test combat`.
test filter='':
    cargo test --workspace --locked -- {{ filter }}

# Rulebook cases of a pack, a paragraph or a name: `just cases 9.2`.
cases pattern='':
    cargo run --quiet -- test {{ pattern }}

# The documentation of the crates and the book, in target/doc and target/book.
docs:
    .ci/docs

# Regenerate files: the reference in docs/, the types of the protocol.
generated:
    .ci/generated --write

# Regenerate the page's catalogues, and format its files.
page:
    .ci/page --write

# Rewrite the golden playthroughs; read the diff before you commit it.
playthroughs:
    UPDATE=1 cargo test --workspace --locked --test all playthrough::

# Battle for Moscow as a page of static files, in docs/play; serve them with `python3 -m http.server -d docs/play`.
wasm:
    .ci/wasm

# A release archive for this machine, in target/release-archives.
release target='':
    .ci/release {{ target }}

# A release archive for 64-bit Linux: a static program.
release-linux:
    .ci/release x86_64-unknown-linux-gnu

# Try the Linux program of a release in an empty root.
empty-root program='':
    .ci/empty-root {{ program }}

# Format everything: Rust, Luau, and the page.
format:
    cargo fmt --all
    .ci/scripts --write
    .ci/page --write
