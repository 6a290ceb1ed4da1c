//! Closed sets of words: a column, a field of the API or an event that holds one of a few texts is an enum, never a `String`.

mod word_set;

pub use word_set::WordSet;

/// Declares an enum whose variants have one text each, in the database, in JSON, in URLs and in the OpenAPI document.
///
/// ```ignore
/// text_enum!(
///     /// Whether it is offered.
///     Status { Active = "ACTIVE", Inactive = "INACTIVE" }
/// );
/// ```
#[macro_export]
macro_rules! text_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$note:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name { $($(#[$note])* #[serde(rename = $text)] $variant),* }
        impl $name {
            /// The text in the database and on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }
        impl std::str::FromStr for $name {
            type Err = $crate::words::UnknownWord;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($text => Ok(Self::$variant),)*
                    _ => Err($crate::words::UnknownWord { text: text.to_owned(), of: stringify!($name) }),
                }
            }
        }
        impl $crate::db::FromColumn for $name {
            fn from_column(row: &$crate::db::Row, index: usize) -> $crate::db::Result<Self> {
                row.text(index)?.parse().map_err(|error: $crate::words::UnknownWord| $crate::db::decode_error(index, error))
            }
        }
        impl $crate::db::ToArg for $name {
            const KIND: $crate::db::Kind = $crate::db::Kind::Text;
            fn arg(self) -> $crate::db::Arg {
                $crate::db::Arg::Text(self.as_str().into())
            }
        }
        // Implemented by hand, since the derive does not see a name that a macro passes to it.
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                utoipa::openapi::schema::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::String)
                    .enum_values(Some([$($text),*]))
                    .into()
            }
        }
        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
        }
    };
}
pub use text_enum;

/// The error of a text that is none of the words of its set.
#[derive(Debug, thiserror::Error)]
#[error("{text:?} is no {of}")]
pub struct UnknownWord {
    pub text: String,
    /// The set's name.
    pub of: &'static str,
}

text_enum!(
    /// Whether something of the catalogue or the settings is in use; an inactive one stays in the records and is no longer offered.
    #[derive(Default)]
    Status {
        /// The status of everything new.
        #[default]
        Active = "ACTIVE",
        Inactive = "INACTIVE",
    }
);

impl Status {
    pub const fn is_active(self) -> bool {
        matches!(self, Self::Active)
    }
}

text_enum!(
    /// The treatment of something sold by the IGV.
    #[derive(Default)]
    IgvTreatment {
        /// The price includes the IGV; in the jungle zone it is exonerated like everything else.
        #[default]
        Taxed = "TAXED",
        /// The law exonerates it of the IGV.
        Exonerated = "EXONERATED",
        /// The IGV does not apply to it, in the jungle zone neither.
        Unaffected = "UNAFFECTED",
    }
);

text_enum!(
    /// The kinds of identity document.
    #[derive(Default)]
    IdentityDocument {
        /// The document of a Peruvian person; the default.
        #[default]
        Dni = "DNI",
        /// The number of a tax payer.
        Ruc = "RUC",
        /// The document of a foreign resident (carné de extranjería).
        Ce = "CE",
        Passport = "PASAPORTE",
    }
);

/// Returns the text with its first letter in upper case: `Boleta de venta electrónica`.
pub fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map(|first| first.to_uppercase().chain(rest).collect()).unwrap_or_default()
}

/// Groups thousands: `-12345.60` becomes `-12,345.60`. A text that is no number stays as it is.
pub fn with_thousands(number: &str) -> String {
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("-", digits));
    let (whole, rest) = digits.find('.').map_or((digits, ""), |at| digits.split_at(at));
    if whole.is_empty() || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return number.to_owned();
    }
    let mut grouped = String::new();
    for (n, digit) in whole.chars().enumerate() {
        if n > 0 && (whole.len() - n).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}{rest}")
}

/// Ends a sentence with a dot, unless its last word has one already: `Molinos del Sur S.A.C.`
pub fn end_sentence(text: &str) -> String {
    if text.ends_with('.') { text.to_owned() } else { format!("{text}.") }
}

#[cfg(test)]
mod tests {
    use super::{Status, end_sentence, with_thousands};
    use serde_json::json;

    #[test]
    fn thousands_are_grouped_in_numbers_only() {
        for (number, read) in [
            ("0", "0"),
            ("999.9", "999.9"),
            ("1000", "1,000"),
            ("-1234567.89", "-1,234,567.89"),
            ("Abierta", "Abierta"),
            ("12 / 1000", "12 / 1000"),
            ("", ""),
        ] {
            assert_eq!(with_thousands(number), read);
        }
    }

    #[test]
    fn a_sentence_ends_with_one_dot() {
        assert_eq!(end_sentence("Es de Molinos del Sur S.A.C."), "Es de Molinos del Sur S.A.C.");
        assert_eq!(end_sentence("Es de La Terraza"), "Es de La Terraza.");
    }

    #[test]
    fn words_round_trip_through_text_and_json() {
        for (status, text) in [(Status::Active, "ACTIVE"), (Status::Inactive, "INACTIVE")] {
            assert_eq!(status.to_string(), text);
            assert_eq!(text.parse::<Status>().unwrap(), status);
            assert_eq!(json!(status), json!(text));
            assert_eq!(serde_json::from_value::<Status>(json!(text)).unwrap(), status);
        }
        assert!("active".parse::<Status>().is_err());
        let refused = serde_json::from_value::<Status>(json!("GONE")).unwrap_err().to_string();
        assert!(refused.contains("ACTIVE"), "{refused}");
    }
}
