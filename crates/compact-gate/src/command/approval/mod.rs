//! Calls that wait for the operator: listing, approving and refusing them.

mod approve;
mod kept;
mod refuse;
mod requests;
mod shown;

pub use approve::Approve;
pub use refuse::Refuse;
pub use requests::Requests;
