//! A schedule as the API shows it, and how schedules change a product at a moment.

use crate::catalog::channel::Channel;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    ids::{CategoryId, ProductId, ScheduleId, VariantId},
    money::{Money, Quantity},
    words::Status,
};
use serde::Serialize;
use utoipa::ToSchema;

impl Channel {
    pub(super) fn bit(self) -> i64 {
        1 << self as i64
    }
    /// Returns the channels of a bit mask.
    pub(super) fn from_mask(mask: i64) -> Vec<Channel> {
        Self::ALL.into_iter().filter(|channel| mask & channel.bit() != 0).collect()
    }
}

/// The change that schedules make to a product now, for one channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProductNow {
    pub channel: Channel,
    /// Present: it is not sold now.
    pub closed: Option<ClosedNow>,
    /// Present: it has another price now.
    pub price: Option<PriceNow>,
}

/// The reason why something is not sold now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ClosedNow {
    /// `Desayunos se vende de lunes a sábado de 07:00 a 11:30.`
    pub text: String,
    /// The time from which it is sold again, in short: `18:00`, `lun 07:00`. Absent: unknown.
    pub opens: Option<String>,
}

/// The price of a product now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PriceNow {
    /// The price of one, without variant.
    pub price: Money,
    /// The amount that each variant adds to it.
    pub variants: Vec<VariantNow>,
    /// The schedule's name.
    pub schedule: String,
    /// The end of the price, in short; absent: in more than a week.
    pub until: Option<String>,
}

/// The amount that a variant adds now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct VariantNow {
    pub id: VariantId,
    pub additional_amount: Money,
}

/// A schedule with the categories and products that it names.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Schedule {
    pub id: ScheduleId,
    pub name: String,
    /// Monday is 1, Sunday 7.
    pub days: Vec<i64>,
    /// `HH:MM`
    pub from: String,
    /// `HH:MM`; a time at or before `from` belongs to the next day.
    pub until: String,
    pub valid_from: Option<NaiveDate>,
    pub valid_until: Option<NaiveDate>,
    pub channels: Vec<Channel>,
    pub limits_sale: bool,
    /// The change of the price in per cent; negative for a lower price.
    pub percent: Option<Quantity>,
    pub status: Status,
    pub category_ids: Vec<CategoryId>,
    pub products: Vec<ScheduleProduct>,
    /// The number of products it affects, those of its categories included.
    pub product_count: i64,
    /// Its hours in Spanish.
    pub hours: String,
    /// Whether it runs now; an inactive schedule never does.
    pub running: bool,
    /// A Spanish sentence about its current or next effect.
    pub preview: String,
    /// The time at which `running` changes.
    pub changes_at: Option<DateTime<Utc>>,
}

/// A product that a schedule names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ScheduleProduct {
    pub product_id: ProductId,
    pub name: String,
    /// The price without the schedule, at the table.
    pub sale_amount: Money,
    /// The price meanwhile; absent: by the schedule's percentage, or unchanged.
    pub price: Option<Money>,
    pub variants: Vec<ScheduleVariant>,
}

/// A variant that has a price of its own meanwhile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ScheduleVariant {
    pub variant_id: VariantId,
    pub name: String,
    /// The price of the product with this variant.
    pub price: Money,
}
