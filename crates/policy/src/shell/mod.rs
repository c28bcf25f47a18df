//! Rules about shell commands.

mod forbidden;
mod line;
mod matching;
mod normal_form;
mod pattern;
mod permitted;
mod resolution;
mod test_run;
mod units;
mod variants;

pub(crate) use line::Line;
pub(crate) use normal_form::normal_form;
pub(crate) use pattern::CommandPattern;
pub(crate) use permitted::permits;
pub(crate) use units::{Unit, of_name};
