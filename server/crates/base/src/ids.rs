//! New-type ids, so that a table's id cannot be passed for a request's. JSON may have them as number or text.

use crate::db::{self, Arg, ArgKind, FromColumn, Row, ToArg};
use serde::{Deserialize, Deserializer, Serialize, de};
use std::{borrow::Cow, fmt, str::FromStr};

macro_rules! ids {
    ($($name:ident),* $(,)?) => { $(
        #[doc = concat!("Row id of ", stringify!($name), ".")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(transparent)]
        pub struct $name(pub i64);
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { self.0.fmt(f) }
        }
        impl FromStr for $name {
            type Err = std::num::ParseIntError;
            fn from_str(s: &str) -> Result<Self, Self::Err> { s.trim().parse().map(Self) }
        }
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                d.deserialize_any(IdVisitor).map(Self)
            }
        }
        impl ToArg for $name {
            const KIND: ArgKind = ArgKind::Int;
            fn arg(self) -> Arg { Arg::Int(self.0) }
        }
        impl FromColumn for $name {
            fn from_column(row: &Row, index: usize) -> db::Result<Self> { i64::from_column(row, index).map(Self) }
        }
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                utoipa::openapi::schema::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::Integer)
                    .format(Some(utoipa::openapi::SchemaFormat::KnownFormat(utoipa::openapi::KnownFormat::Int64)))
                    .into()
            }
        }
        impl utoipa::ToSchema for $name {
            fn name() -> Cow<'static, str> { stringify!($name).into() }
        }
    )* };
}
ids!(
    AdjustmentId,
    AgentId,
    AreaId,
    AttributeId,
    BillingId,
    BillingLineId,
    CreditNoteId,
    TaxDocumentId,
    TaxBatchId,
    BillingTypeId,
    CashboxId,
    CategoryId,
    ChargeTypeId,
    ChoiceGroupId,
    ChoiceOptionId,
    ClientId,
    CollectionId,
    CommandId,
    CommentId,
    ComponentId,
    ConfigurationId,
    CountId,
    CountLineId,
    CourseId,
    CycleId,
    DiscountTypeId,
    LineId,
    MeasurementId,
    OptionId,
    PaymentId,
    PaymentOptionId,
    PrinterId,
    ProductId,
    ProductionId,
    ItemId,
    MovementId,
    PromotionId,
    ProviderId,
    PurchaseId,
    QuoteId,
    ReceivableId,
    RefundId,
    RequestId,
    RoleId,
    SalonId,
    ScaleId,
    ScheduleId,
    SeriesId,
    SessionId,
    SupplyId,
    TableId,
    TaxRateId,
    TaxRegimeId,
    TaxZoneId,
    ToppingId,
    TurnId,
    UserId,
    VariantId,
);

/// Deserializes a whole number that is written as number or text, like an id.
pub fn deserialize_number<'de, D: Deserializer<'de>>(d: D) -> Result<i64, D::Error> {
    d.deserialize_any(IdVisitor)
}

struct IdVisitor;
impl de::Visitor<'_> for IdVisitor {
    type Value = i64;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("un identificador")
    }
    fn visit_i64<E: de::Error>(self, v: i64) -> Result<i64, E> {
        Ok(v)
    }
    fn visit_u64<E: de::Error>(self, v: u64) -> Result<i64, E> {
        i64::try_from(v).map_err(E::custom)
    }
    fn visit_str<E: de::Error>(self, s: &str) -> Result<i64, E> {
        s.trim().parse().map_err(|_| E::custom("no es un identificador"))
    }
}
