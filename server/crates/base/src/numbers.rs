//! Closed sets of numbers: a column or a field of the API that holds one of a few numbers is an enum, never any number.

/// Declares an enum whose variants have one number each, in the database, in JSON, in addresses and in the OpenAPI document.
///
/// ```ignore
/// number_enum!(
///     /// What a payment is made with.
///     PaymentType { Cash = 1, Card = 2 }
/// );
/// ```
#[macro_export]
macro_rules! number_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$note:meta])* $variant:ident = $number:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$note])* $variant = $number),* }
        impl $name {
            /// Every variant, in the order of its number.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The number in the database and on the wire.
            pub const fn id(self) -> i64 {
                self as i64
            }

            /// Returns the variant of a number, `None` for a number outside of the set.
            pub const fn from_id(id: i64) -> Option<Self> {
                match id {
                    $($number => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
        impl TryFrom<i64> for $name {
            type Error = $crate::numbers::UnknownNumber;
            fn try_from(number: i64) -> Result<Self, Self::Error> {
                Self::from_id(number).ok_or($crate::numbers::UnknownNumber { number, set: stringify!($name) })
            }
        }
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_i64(self.id())
            }
        }
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let number = <i64 as serde::Deserialize>::deserialize(deserializer)?;
                Self::try_from(number).map_err(serde::de::Error::custom)
            }
        }
        impl $crate::db::FromColumn for $name {
            fn from_column(row: &$crate::db::Row, index: usize) -> $crate::db::Result<Self> {
                let number: i64 = $crate::db::FromColumn::from_column(row, index)?;
                Self::try_from(number).map_err(|error| $crate::db::decode_error(index, error))
            }
        }
        impl $crate::db::ToArg for $name {
            const KIND: $crate::db::ArgKind = $crate::db::ArgKind::Int;
            fn arg(self) -> $crate::db::Arg {
                $crate::db::Arg::Int(self.id())
            }
        }
        // The derive does not see a name that a macro hands it.
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                utoipa::openapi::schema::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::Integer)
                    .enum_values(Some([$($number),*]))
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
pub use number_enum;

/// A number outside of its set.
#[derive(Debug, thiserror::Error)]
#[error("{number} is no {set}")]
pub struct UnknownNumber {
    pub number: i64,
    /// The name of the set.
    pub set: &'static str,
}
