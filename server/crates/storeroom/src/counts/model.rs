//! The states of a count and the request bodies.

use comanda_base::{
    error::{Refusal, invalid},
    ids::{CategoryId, CountLineId, MeasurementId, UserId},
    money::Quantity,
    words::text_enum,
};
use comanda_ledgers::stock::{Item, ItemKind};
use comanda_platform::people::pin::PinGiven;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

text_enum!(
    /// The state of a count.
    CountStatus {
        /// The count is in progress; nobody sees the expected stock.
        Open = "OPEN",
        /// Counting has ended; the office reviews the differences.
        Review = "REVIEW",
        /// Stock was moved by the differences.
        Approved = "APPROVED",
        Cancelled = "CANCELLED",
    }
);

impl CountStatus {
    /// Whether the count may still move stock; its items can be in no other count.
    pub(super) fn is_unfinished(self) -> bool {
        matches!(self, Self::Open | Self::Review)
    }
}

text_enum!(
    /// The result of a recount.
    Recounted {
        /// The difference is the same as before.
        Same = "SAME",
        Changed = "CHANGED",
    }
);

text_enum!(
    /// The treatment of uncounted lines by an approval.
    #[derive(Default)]
    Uncounted {
        /// Their stock stays unchanged.
        #[default]
        Leave = "LEAVE",
        /// Their stock becomes zero.
        Zero = "ZERO",
    }
);

/// `CO-00000012`
pub(super) fn full_number(number: i64) -> String {
    format!("CO-{number:08}")
}

/// Body of `POST /stock-counts`. The criteria limit the items to count; without any, all items with tracked stock are counted.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NewStockCount {
    /// A UUID; a repeated request with the same one returns the count that exists.
    pub client_id: String,
    /// When absent, the place, or else the date and time.
    pub name: Option<String>,
    #[schema(inline)]
    pub item_type: Option<ItemKind>,
    /// Categories of products or of supplies.
    pub category_ids: Option<Vec<CategoryId>>,
    /// `SUPPLY:3`, `PRODUCT:9`
    pub item_ids: Option<Vec<String>>,
    /// The place to be counted, such as `Cámara fría`.
    pub place: Option<String>,
}

/// Body of `PUT /stock-counts/{id}/lines/{line_id}`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct CountStockLine {
    /// The quantity; null clears the count of the line.
    pub quantity: Option<Quantity>,
    /// The unit of the quantity; the item's own unit when absent.
    pub measurement_id: Option<MeasurementId>,
    /// The version of the line that the user saw; 409 `stale_version` when another user counted it in the meantime.
    pub version: i64,
    /// A UUID; a repeated request with the same one records nothing again.
    pub client_id: String,
}

/// Body of `POST /stock-counts/{id}/recount`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct AskRecount {
    pub line_ids: Vec<CountLineId>,
    /// The user who should recount; anybody when absent.
    pub user_id: Option<UserId>,
}

/// Body of `POST /stock-counts/{id}/approve`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ApproveStockCount {
    #[serde(flatten)]
    pub pin: PinGiven,
    #[serde(default)]
    pub uncounted: Uncounted,
    /// A UUID; a repeated request with the same one moves nothing again.
    pub client_id: Option<String>,
}

/// Body of `DELETE /stock-counts/{id}`.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct CancelStockCount {
    pub reason: Option<String>,
}

/// Parses the id that the client generated for its request.
pub(super) fn parse_client_id(text: &str) -> Result<Uuid, Refusal> {
    Uuid::parse_str(text.trim()).map_err(|_| invalid("client_id", "Debe ser un UUID."))
}

/// Parses an item such as `SUPPLY:3`.
pub(super) fn parse_item(text: &str) -> Option<Item> {
    let (kind, id) = text.trim().split_once(':')?;
    Some(Item::from_row(kind.parse().ok()?, id.parse().ok()?))
}

/// Compares a recount with the first count by their differences, which stay the same when items were sold between the two. Each pair is the
/// counted and the expected quantity.
pub(super) fn compare_recount(before: (Quantity, Quantity), after: (Quantity, Quantity)) -> Recounted {
    if before.0 - before.1 == after.0 - after.1 { Recounted::Same } else { Recounted::Changed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_have_their_kind_before_their_id() {
        assert_eq!(parse_item("SUPPLY:3"), Some(Item::from_row(ItemKind::Supply, 3)));
        assert_eq!(parse_item(" PRODUCT:12 "), Some(Item::from_row(ItemKind::Product, 12)));
        for wrong in ["", "3", "SUPPLY", "SUPPLY:", "SUPPLY:x", "supply:3", "DISH:3"] {
            assert_eq!(parse_item(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_recount_is_the_same_when_the_difference_is() {
        let q = |text: &str| text.parse::<Quantity>().unwrap();
        for (before, after, is_same) in [
            (("5", "7"), ("5", "7"), true),
            (("5", "7"), ("3", "5"), true),
            (("5", "7"), ("6", "7"), false),
            (("5", "7"), ("5", "6"), false),
        ] {
            let found = compare_recount((q(before.0), q(before.1)), (q(after.0), q(after.1)));
            assert_eq!(found == Recounted::Same, is_same, "{before:?} {after:?}");
        }
    }
}
