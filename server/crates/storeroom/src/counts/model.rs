//! What a count may be, and what its forms say. Pure.

use comanda_base::{
    error::{Refusal, invalid},
    ids::{CategoryId, CountLineId, MeasurementId, UserId},
    money::Quantity,
    words::words,
};
use comanda_ledgers::stock::{Item, ItemKind};
use comanda_platform::people::pin::PinGiven;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

words!(
    /// How far a count is.
    CountStatus {
        /// It is being counted; nobody sees what is expected.
        Open = "OPEN",
        /// The office looks at the differences.
        Review = "REVIEW",
        /// Stock was moved by them.
        Approved = "APPROVED",
        Cancelled = "CANCELLED",
    }
);

impl CountStatus {
    /// Whether it may still move stock: its items stand on no other sheet.
    pub(super) fn is_unfinished(self) -> bool {
        matches!(self, Self::Open | Self::Review)
    }
}

words!(
    /// What a second count came to.
    Recounted {
        /// The same difference as before.
        Same = "SAME",
        Changed = "CHANGED",
    }
);

words!(
    /// What an approval does with what nobody counted.
    #[derive(Default)]
    Uncounted {
        /// It stays as it is.
        #[default]
        Leave = "LEAVE",
        /// There is none of it.
        Zero = "ZERO",
    }
);

/// `CO-00000012`
pub(super) fn full_number(number: i64) -> String {
    format!("CO-{number:08}")
}

/// Body of `POST /stock-counts`. What is chosen narrows what is counted; nothing chosen: everything that has stock.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NewStockCount {
    /// A UUID; a repetition with the same one gives the sheet that is there.
    pub client_id: String,
    /// Absent: the place, the day otherwise.
    pub name: Option<String>,
    #[schema(inline)]
    pub item_type: Option<ItemKind>,
    /// Of products or of supplies.
    pub category_ids: Option<Vec<CategoryId>>,
    /// `SUPPLY:3`, `PRODUCT:9`
    pub item_ids: Option<Vec<String>>,
    /// Where it is counted: `Cámara fría`.
    pub place: Option<String>,
}

/// Body of `PUT /stock-counts/{id}/lines/{line_id}`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct CountStockLine {
    /// Null: it was not counted after all.
    pub quantity: Option<Quantity>,
    /// The unit it is counted in; absent: its own.
    pub measurement_id: Option<MeasurementId>,
    /// Of the line as it was seen; 409 `stale_version` where somebody else counted it meanwhile.
    pub version: i64,
    /// A UUID; a repetition with the same one counts nothing again.
    pub client_id: String,
}

/// Body of `POST /stock-counts/{id}/recount`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct AskRecount {
    pub line_ids: Vec<CountLineId>,
    /// Who should count it; absent: whoever gets to it.
    pub user_id: Option<UserId>,
}

/// Body of `POST /stock-counts/{id}/approve`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ApproveStockCount {
    #[serde(flatten)]
    pub pin: PinGiven,
    #[serde(default)]
    pub uncounted: Uncounted,
    /// A UUID; a repetition with the same one moves nothing again.
    pub client_id: Option<String>,
}

/// Body of `DELETE /stock-counts/{id}`.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct CancelStockCount {
    pub reason: Option<String>,
}

/// The id that a client made for what it asks.
pub(super) fn client_of(text: &str) -> Result<Uuid, Refusal> {
    Uuid::parse_str(text.trim()).map_err(|_| invalid("client_id", "Debe ser un UUID."))
}

/// `SUPPLY:3`
pub(super) fn item_of(text: &str) -> Option<Item> {
    let (kind, id) = text.trim().split_once(':')?;
    Some(Item::of(kind.parse().ok()?, id.parse().ok()?))
}

/// What a second count came to against the first: by the difference, which stays the same when something was sold between the two.
pub(super) fn recounted(before: (Quantity, Quantity), after: (Quantity, Quantity)) -> Recounted {
    if before.0 - before.1 == after.0 - after.1 { Recounted::Same } else { Recounted::Changed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_have_their_kind_before_their_id() {
        assert_eq!(item_of("SUPPLY:3"), Some(Item::of(ItemKind::Supply, 3)));
        assert_eq!(item_of(" PRODUCT:12 "), Some(Item::of(ItemKind::Product, 12)));
        for wrong in ["", "3", "SUPPLY", "SUPPLY:", "SUPPLY:x", "supply:3", "DISH:3"] {
            assert_eq!(item_of(wrong), None, "{wrong}");
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
            let found = recounted((q(before.0), q(before.1)), (q(after.0), q(after.1)));
            assert_eq!(found == Recounted::Same, is_same, "{before:?} {after:?}");
        }
    }
}
