//! Tables of calls and what becomes of them.

mod adversarial;
mod everyday;
mod fixture;
mod operator;
mod resilience;
mod tools;
