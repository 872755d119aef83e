//! What rules written in Rust have in common.

/// Rust has no coroutines: a procedure that was put aside is run again from the checkpoint, with the answer where it
/// was left.
macro_rules! runs_again {
    () => {
        fn resume(&mut self, (): (), table: &mut Table) -> Result<Progress<()>, RuleFault> {
            table.rewind();
            self.run("", table)
        }

        fn holds(&mut self, _: &str, _: &mut Table) -> Result<bool, RuleFault> {
            Ok(true)
        }

        fn blame(&self, rule: &str, message: String) -> RuleFault {
            RuleFault::DeadEnd(format!("{rule} {message}"))
        }
    };
}
