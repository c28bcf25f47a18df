use serde::Serialize;

/// What a gate was found to do otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A call ran that shouldn't, or the other way round.
    Decision,
    /// An answer in another form than the client expects.
    Form,
    /// A denial for another reason.
    Code,
    /// Another verdict, disposition, epoch or reason.
    Standing,
    /// What the model was told.
    Text,
    /// A canary was found.
    Leak,
    /// A file outside of the state directory that the hook has made, changed or taken away.
    Stray,
    /// The step itself couldn't be done.
    Step,
}

/// One difference between what was expected and what was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The step's number, counted from 1.
    pub step: usize,
    /// Its line in the scenario's file.
    pub line: usize,
    /// What differs.
    pub what: What,
    /// In words.
    pub text: String,
}

/// What became of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Nothing here: it passed.
    pub failures: Vec<Failure>,
    /// How many steps were played.
    pub steps: usize,
}

impl Outcome {
    /// Whether everything was as expected.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }
}
