//! A packet for people.

mod html;
mod html_style;
mod markdown;
mod words;

pub use html::render_html;
pub use markdown::render_markdown;
