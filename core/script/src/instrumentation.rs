//! Instrumentation of script runs.

/// The data recorded while scripts run. Recording does not affect what scripts do or how games end, and a host that
/// records nothing has no overhead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Instrumentation {
    /// Nothing.
    #[default]
    Nothing,
    /// The calls of each rule; see [`crate::Host::calls`].
    Calls,
    /// The costs of functions and of the engine's methods; see [`crate::Host::costs`].
    Costs,
    /// The lines that are run; see [`crate::Host::lines`].
    Lines,
}
