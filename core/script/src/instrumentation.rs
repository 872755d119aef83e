//! What a host notes down of the scripts it runs.

/// What is noted down besides running the scripts. Whatever it is, the scripts do the same and games end the same; a
/// host that notes nothing pays nothing for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Instrumentation {
    /// Nothing.
    #[default]
    Nothing,
    /// How often each rule is called; see [`crate::Host::calls`].
    Calls,
    /// What functions and the engine's methods cost; see [`crate::Host::costs`].
    Costs,
    /// Which lines are run; see [`crate::Host::lines`].
    Lines,
}
