use crate::InputError;

/// Finds the end of the first JSON object in bytes that arrive piece by piece, without parsing it: a hook may not wait
/// for the end of a pipe that its client leaves open.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    at: usize,
    depth: usize,
    in_string: bool,
    escaped: bool,
}

impl Frame {
    /// Looks at what has come since the last call. `Some` is the offset behind the object.
    pub(crate) fn advance(&mut self, bytes: &[u8]) -> Result<Option<usize>, InputError> {
        while let Some(byte) = bytes.get(self.at) {
            if self.in_string {
                self.skip_string(bytes);
                continue;
            }
            match byte {
                b'"' if self.depth > 0 => self.in_string = true,
                b'{' => self.depth += 1,
                b'[' if self.depth > 0 => self.depth += 1,
                b'}' | b']' if self.depth > 0 => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        self.at += 1;
                        return Ok(Some(self.at));
                    }
                }
                b' ' | b'\t' | b'\r' | b'\n' => {}
                0xEF | 0xBB | 0xBF if self.depth == 0 && self.at < 3 => {}
                _ if self.depth == 0 => return Err(InputError::NotAnObject(self.at)),
                _ => {}
            }
            self.at += 1;
        }
        Ok(None)
    }

    /// Most bytes of a large event are inside strings; only quotes and backslashes matter there.
    fn skip_string(&mut self, bytes: &[u8]) {
        if self.escaped {
            self.escaped = false;
            self.at += 1;
            return;
        }
        match memchr::memchr2(b'"', b'\\', &bytes[self.at..]) {
            None => self.at = bytes.len(),
            Some(offset) => {
                self.at += offset + 1;
                if bytes[self.at - 1] == b'"' {
                    self.in_string = false;
                } else {
                    self.escaped = true;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_found_however_the_bytes_are_cut() {
        let text = br#"  {"a":"}\"\\","b":[{"c":"{"}],"d":"\\"} {"second":1}"#;
        let end = text.iter().rposition(|b| *b == b'{').unwrap() - 1;
        for step in 1..text.len() {
            let mut frame = Frame::default();
            let found =
                (0..).map(|n| (n * step).min(text.len())).find_map(|n| frame.advance(&text[..n]).unwrap());
            assert_eq!(found, Some(end), "step {step}");
        }
    }

    #[test]
    fn other_roots_are_refused_at_once() {
        for text in ["null", "[1]", "\"x\"", "NaN", "}", "\u{feff}\u{feff}{}"] {
            assert!(Frame::default().advance(text.as_bytes()).is_err(), "{text}");
        }
        assert_eq!(Frame::default().advance("\u{feff}{}".as_bytes()), Ok(Some(5)));
        assert_eq!(Frame::default().advance(b"{\"a\":"), Ok(None));
    }
}
