//! Request bodies of purchases.

use super::{
    from_xml::NewMatch,
    words::{MoneySource, NoteEffect, PurchaseType, SetAsideKind, deserialize_payment_type},
};
use chrono::NaiveDate;
use comanda_base::{
    ids::{ItemId, MeasurementId, ProviderId, QuoteId},
    money::{Money, Quantity},
    purchase_document::PurchaseDocument,
};
use comanda_ledgers::stock::ItemKind;
use comanda_platform::people::pin::PinGiven;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, IgnoredAny},
};
use std::fmt;
use utoipa::ToSchema;

/// Body of `POST /purchase`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NewPurchase {
    #[serde(default, rename = "type", deserialize_with = "deserialize_payment_type")]
    pub payment_type: PurchaseType,
    #[serde(default)]
    pub document: PurchaseDocument,
    /// May be empty for a nota de venta or a document of another kind.
    #[serde(default)]
    pub serie: String,
    #[serde(default)]
    pub number: String,
    /// The date of the document; today when absent.
    pub date: Option<NaiveDate>,
    /// `HH:MM` in the restaurant's time zone; when absent, the current time for a document of today, noon for one of another day.
    pub time: Option<String>,
    /// The month in whose register the purchase is written, such as `2027-01`; for a document whose IGV is deducted at most 12 months after
    /// its own. When absent, the first month from its own on whose books are open.
    pub period: Option<String>,
    pub provider_id: Option<ProviderId>,
    /// The document that a note modifies.
    pub modifies: Option<ModifiedPaper>,
    /// The effect of a note on goods. When absent, the items of a credit note go back, a credit note without items lowers the cost of the
    /// modified purchase, and a debit note has no effect.
    pub effect: Option<NoteEffect>,
    /// 1 to 500 items; a bill of public services, a debit note, and a credit note that returns no goods may have none.
    #[serde(default)]
    pub items: Vec<NewPurchaseItem>,
    /// False when the prices are without IGV, which the factura adds.
    #[serde(default = "yes")]
    pub prices_include_igv: bool,
    #[serde(default)]
    pub discount: Money,
    #[serde(default)]
    pub freight: Money,
    /// The part of the discount that was paid before with a document of its own, with IGV where the prices include it: it lowers the amount
    /// to pay now, not the cost of the goods.
    #[serde(default)]
    pub advance: Money,
    /// The total stated by the document, which is checked. A document of 0.00 (a gift, a used-up advance) has to state it.
    pub total: Option<Money>,
    /// The IGV that a factura states; computed when absent.
    pub igv: Option<Money>,
    /// The base of the IGV; computed when absent.
    pub igv_base: Option<Money>,
    /// The rate of the IGV in per cent; when absent, the general legal rate on the date of the document. A note with neither bears the IGV
    /// in proportion to the document that it modifies.
    pub igv_percent: Option<Quantity>,
    /// The ISC that the document states; like the next two it is part of the total and has a column in the registers.
    #[serde(default)]
    pub isc: Money,
    /// The tax on plastic bags that the document states.
    #[serde(default)]
    pub icbper: Money,
    /// A surcharge (recargo), a tip or another tax, without IGV; negative for a discount that leaves the base of the IGV unchanged.
    #[serde(default)]
    pub other_charges: Money,
    /// Up to 36 instalments of a purchase on credit (CREDITO).
    #[serde(default)]
    pub quotes: Vec<NewQuote>,
    /// The number of equal monthly instalments where `quotes` is empty; 1 when absent.
    #[serde(rename = "numberQuotes")]
    pub number_quotes: Option<i64>,
    /// Parts of a purchase on credit (CREDITO) that the instalments leave out, and their destination.
    #[serde(default)]
    pub set_aside: Vec<SetAside>,
    /// The payment of a purchase in cash terms (CONTADO), or the first payment of one on credit; paid in cash when absent.
    pub payment: Option<NewPurchasePayment>,
    #[serde(default)]
    pub note: String,
    /// Up to 500 assignments of the supplier's XML descriptions to items, to be remembered for this provider.
    #[serde(default)]
    pub matches: Vec<NewMatch>,
}

const fn yes() -> bool {
    true
}

/// An item of a purchase, with a unit price or the total of the line.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NewPurchaseItem {
    pub item_id: ItemId,
    pub item_type: ItemKind,
    #[serde(default)]
    pub quantity: Quantity,
    /// The unit of `quantity`; the item's own unit of stock when absent.
    pub measurement_id: Option<MeasurementId>,
    /// The price of one unit of the measurement.
    pub buy_price: Option<Money>,
    pub total_price: Option<Money>,
    /// True when the factura charges no IGV for it: exonerated or not subject to IGV.
    #[serde(default)]
    pub is_exempt: bool,
}

/// An instalment.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub struct NewQuote {
    pub date: NaiveDate,
    #[serde(default)]
    pub amount: Money,
}

/// The document that a supplier's note modifies.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ModifiedPaper {
    #[serde(default = "factura")]
    pub document: PurchaseDocument,
    #[serde(default)]
    pub serie: String,
    #[serde(default)]
    pub number: String,
    /// When absent, the date of the purchase recorded with this document.
    pub date: Option<NaiveDate>,
}

const fn factura() -> PurchaseDocument {
    PurchaseDocument::Factura
}

/// A part of a purchase on credit that its instalments leave out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
pub struct SetAside {
    pub kind: SetAsideKind,
    pub amount: Money,
}

/// The payment of an amount that is paid at once.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct NewPurchasePayment {
    #[serde(default)]
    pub source: MoneySource,
    /// Name or id of the payment option.
    #[schema(value_type = Option<String>)]
    pub payment_option: Option<NameOrId>,
    pub operation_number: Option<String>,
}

/// A reference by name or by id, sent as text or number.
#[derive(Debug, Clone)]
pub enum NameOrId {
    Id(i64),
    Name(String),
}
impl<'de> Deserialize<'de> for NameOrId {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Named;
        impl de::Visitor<'_> for Named {
            type Value = NameOrId;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("un nombre o un número")
            }
            fn visit_i64<E: de::Error>(self, id: i64) -> Result<NameOrId, E> {
                Ok(NameOrId::Id(id))
            }
            fn visit_u64<E: de::Error>(self, id: u64) -> Result<NameOrId, E> {
                Ok(NameOrId::Id(i64::try_from(id).unwrap_or(i64::MAX)))
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<NameOrId, E> {
                Ok(NameOrId::Name(name.to_owned()))
            }
        }
        d.deserialize_any(Named)
    }
}

/// Body of `PUT /purchase/{id}`: corrections of the document's data. Items, money and date are refused with 409.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct ChangePurchase {
    pub note: Option<String>,
    pub document: Option<PurchaseDocument>,
    pub serie: Option<String>,
    pub number: Option<String>,
    pub provider_id: Option<ProviderId>,
    /// The month in whose register the purchase is written, such as `2027-01`; it can change while the books of its current month are open.
    pub period: Option<String>,
    #[serde(default, flatten)]
    #[schema(ignore)]
    pub fixed: FixedFields,
}

/// Fields that cannot change once the purchase is recorded.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct FixedFields {
    items: Option<IgnoredAny>,
    date: Option<IgnoredAny>,
    time: Option<IgnoredAny>,
    total: Option<IgnoredAny>,
    discount: Option<IgnoredAny>,
    freight: Option<IgnoredAny>,
    quotes: Option<IgnoredAny>,
    payment: Option<IgnoredAny>,
    prices_include_igv: Option<IgnoredAny>,
    modifies: Option<IgnoredAny>,
    effect: Option<IgnoredAny>,
    igv: Option<IgnoredAny>,
    igv_base: Option<IgnoredAny>,
    igv_percent: Option<IgnoredAny>,
    advance: Option<IgnoredAny>,
    isc: Option<IgnoredAny>,
    icbper: Option<IgnoredAny>,
    other_charges: Option<IgnoredAny>,
    set_aside: Option<IgnoredAny>,
    #[serde(rename = "type")]
    payment_type: Option<IgnoredAny>,
}

impl FixedFields {
    /// Whether the request tries to change any of these fields.
    pub(super) fn is_any_given(&self) -> bool {
        [
            self.items,
            self.date,
            self.time,
            self.total,
            self.discount,
            self.freight,
            self.quotes,
            self.payment,
            self.prices_include_igv,
            self.modifies,
            self.effect,
            self.igv,
            self.igv_base,
            self.igv_percent,
            self.advance,
            self.isc,
            self.icbper,
            self.other_charges,
            self.set_aside,
            self.payment_type,
        ]
        .iter()
        .any(Option::is_some)
    }
}

/// Body of `DELETE /purchase/{id}`.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct VoidPurchaseBody {
    pub reason: Option<String>,
    /// CASH when the cash paid comes back into the user's own cash box, OTHER when it does not; CASH when absent and the purchase was paid
    /// in cash.
    pub money: Option<MoneySource>,
    #[serde(flatten)]
    pub pin: PinGiven,
}

/// Body of `POST /purchase/{id}/pay`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct PayPurchase {
    /// The instalment to pay; the oldest first when absent.
    pub quote_id: Option<QuoteId>,
    #[serde(default)]
    pub amount: Money,
    #[serde(default)]
    pub source: MoneySource,
    /// Name or id of the payment option.
    #[schema(value_type = Option<String>)]
    pub payment_option: Option<NameOrId>,
    pub operation_number: Option<String>,
}
