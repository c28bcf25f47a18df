/// Text without anything that is drawn as nothing or turns round what follows.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        let hidden = !matches!(c, '\'' | '"' | '\\') && c.escape_debug().len() > 1;
        if hidden { shown.extend(c.escape_unicode()) } else { shown.push(c) }
    }
    shown
}
