//! Helpers for rules written in Rust.

/// Rust has no coroutines: a suspended procedure is rerun from the checkpoint, with the answer where it stopped.
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
