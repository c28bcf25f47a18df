//! JSON values that borrow from their text, and refuse what two readers would read differently.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// A value. Members keep their order; none comes twice.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json<'t> {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    String(Cow<'t, str>),
    Array(Vec<Json<'t>>),
    Object(Vec<(Cow<'t, str>, Json<'t>)>),
}

impl<'t> Json<'t> {
    /// Reads a text. Nesting beyond 127 levels and doubled members are errors.
    pub(crate) fn parse(text: &'t str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    pub(crate) fn member(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => members.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    pub(crate) fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn field_is(&self, name: &str, text: &str) -> bool {
        self.member(name).and_then(Self::as_str) == Some(text)
    }

    /// Takes out what a JSON Pointer leads to, if that is a member of an object.
    pub(crate) fn remove(&mut self, tokens: &[String]) {
        match (self, tokens) {
            (Self::Object(members), [name]) => members.retain(|(key, _)| key != name),
            (Self::Object(members), [name, rest @ ..]) => {
                for (_, value) in members.iter_mut().filter(|(key, _)| key == name) {
                    value.remove(rest);
                }
            }
            (Self::Array(items), [index, rest @ ..]) if !rest.is_empty() => {
                if let Some(item) = index.parse::<usize>().ok().and_then(|index| items.get_mut(index)) {
                    item.remove(rest);
                }
            }
            _ => {}
        }
    }

    /// What a JSON Pointer leads to.
    pub(crate) fn pointer(&self, tokens: &[String]) -> Option<&Self> {
        tokens.iter().try_fold(self, |value, token| match value {
            Self::Object(_) => value.member(token),
            Self::Array(items) => {
                let canonical = token == "0" || !token.starts_with(['0', '+']);
                items.get(token.parse::<usize>().ok().filter(|_| canonical)?)
            }
            _ => None,
        })
    }
}

impl<'de: 't, 't> Deserialize<'de> for Json<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader).map(|value: Json<'de>| value)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Json<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
        Ok(Json::Unsigned(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
        Ok(Json::Signed(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Self::Value, E> {
        Ok(Json::Float(value))
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Self::Value, E> {
        Ok(Json::String(Cow::Borrowed(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<Self::Value, E> {
        Ok(Json::String(Cow::Owned(value.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut found = Vec::new();
        while let Some(item) = items.next_element()? {
            found.push(item);
        }
        Ok(Json::Array(found))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let mut found: Vec<(Cow<'de, str>, Json<'de>)> = Vec::new();
        while let Some(Key(key)) = members.next_key()? {
            found.push((key, members.next_value()?));
        }
        let mut names: Vec<_> = found.iter().map(|(key, _)| key).collect();
        names.sort_unstable();
        if names.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(A::Error::custom("a member comes twice"));
        }
        Ok(Json::Object(found))
    }
}

/// A member's name, borrowed where it has no escapes.
struct Key<'t>(Cow<'t, str>);

impl<'de: 't, 't> Deserialize<'de> for Key<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;
        impl<'de> Visitor<'de> for Name {
            type Value = Cow<'de, str>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a member's name")
            }

            fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Self::Value, E> {
                Ok(Cow::Borrowed(value))
            }

            fn visit_str<E>(self, value: &str) -> Result<Self::Value, E> {
                Ok(Cow::Owned(value.to_owned()))
            }
        }
        deserializer.deserialize_str(Name).map(Key)
    }
}
