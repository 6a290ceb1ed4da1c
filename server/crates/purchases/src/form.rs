//! What people send about purchases.

use super::{
    from_xml::NewMatch,
    words::{MoneySource, NoteEffect, PurchaseDocument, PurchaseType, SetAsideKind, accented},
};
use chrono::NaiveDate;
use comanda_base::{
    ids::{ItemId, MeasurementId, ProviderId, QuoteId},
    money::{Money, Quantity},
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
    #[serde(default, rename = "type", deserialize_with = "accented")]
    pub payment_type: PurchaseType,
    #[serde(default)]
    pub document: PurchaseDocument,
    /// A nota de venta or another paper may have none.
    #[serde(default)]
    pub serie: String,
    #[serde(default)]
    pub number: String,
    /// Of the paper; absent: today.
    pub date: Option<NaiveDate>,
    /// `HH:MM` on the house's clock; absent: now of today's, noon of another day's.
    pub time: Option<String>,
    /// `2027-01`: the month in whose register it is written, at most 12 after that of a paper whose IGV is deducted; absent: the first
    /// one from its own on whose books are open.
    pub period: Option<String>,
    pub provider_id: Option<ProviderId>,
    /// Of a note: the paper that it changes.
    pub modifies: Option<ModifiedPaper>,
    /// Of a note: what it does to goods. Absent: those of a credit note's items go back, without items the other paper's cost less; a
    /// debit note does nothing.
    pub effect: Option<NoteEffect>,
    /// 1 to 500; a bill of public services, a debit note, and a credit note that sends nothing back may have none.
    #[serde(default)]
    pub items: Vec<NewPurchaseItem>,
    /// False: the prices are without IGV, which the factura adds.
    #[serde(default = "yes")]
    pub prices_include_igv: bool,
    #[serde(default)]
    pub discount: Money,
    #[serde(default)]
    pub freight: Money,
    /// Of the discount, what was paid before with a paper of its own, with IGV where prices are: it lowers what is paid now, not what the
    /// goods cost.
    #[serde(default)]
    pub advance: Money,
    /// As the paper says it; checked. A paper of 0.00 (a gift, an advance used up) has to say so.
    pub total: Option<Money>,
    /// The IGV that a factura says; absent: computed.
    pub igv: Option<Money>,
    /// Its base; absent: computed.
    pub igv_base: Option<Money>,
    /// Per cent of it; absent: the general rate of the law on the paper's day. A note with neither bears the IGV in proportion to what it changes.
    pub igv_percent: Option<Quantity>,
    /// The ISC that the paper says apart; like the next two it is part of the total, and has a column in the registers.
    #[serde(default)]
    pub isc: Money,
    /// The tax on plastic bags that the paper says apart.
    #[serde(default)]
    pub icbper: Money,
    /// A recargo, a tip or another tax, without IGV; below zero: a discount that leaves the base of the IGV alone.
    #[serde(default)]
    pub other_charges: Money,
    /// When it is to be paid, up to 36; of CREDITO only.
    #[serde(default)]
    pub quotes: Vec<NewQuote>,
    /// So many equal monthly parts, where no quotes are given; 1.
    #[serde(rename = "numberQuotes")]
    pub number_quotes: Option<i64>,
    /// What the instalments leave out, and where it goes; of CREDITO only.
    #[serde(default)]
    pub set_aside: Vec<SetAside>,
    /// Of CONTADO, and of a first payment; absent: in cash.
    pub payment: Option<NewPurchasePayment>,
    #[serde(default)]
    pub note: String,
    /// What the words of the supplier's XML stand for, to be remembered for this provider; up to 500.
    #[serde(default)]
    pub matches: Vec<NewMatch>,
}

const fn yes() -> bool {
    true
}

/// Something bought: with the price of one, or the total of the line.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct NewPurchaseItem {
    pub item_id: ItemId,
    pub item_type: ItemKind,
    #[serde(default)]
    pub quantity: Quantity,
    /// Absent: the unit that it is counted in.
    pub measurement_id: Option<MeasurementId>,
    /// Of one of the measurement.
    pub buy_price: Option<Money>,
    pub total_price: Option<Money>,
    /// A factura says no IGV for it: exonerated, or not affected.
    #[serde(default)]
    pub is_exempt: bool,
}

/// A part to be paid on a day.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub struct NewQuote {
    pub date: NaiveDate,
    #[serde(default)]
    pub amount: Money,
}

/// The paper that a supplier's note changes.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ModifiedPaper {
    #[serde(default = "factura")]
    pub document: PurchaseDocument,
    #[serde(default)]
    pub serie: String,
    #[serde(default)]
    pub number: String,
    /// Absent: as the purchase has it that was written here.
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

/// How a purchase is paid at once.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct NewPurchasePayment {
    #[serde(default)]
    pub source: MoneySource,
    /// Name or id of the way to pay.
    #[schema(value_type = Option<String>)]
    pub payment_option: Option<NameOrId>,
    pub operation_number: Option<String>,
}

/// Something named by its name or its id, as text or number.
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

/// Body of `PUT /purchase/{id}`: what is wrong of the paper's data. Items, money and date are 409.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct ChangePurchase {
    pub note: Option<String>,
    pub document: Option<PurchaseDocument>,
    pub serie: Option<String>,
    pub number: Option<String>,
    pub provider_id: Option<ProviderId>,
    /// `2027-01`: in whose month's register it is written, as long as the books of the month that has it are open.
    pub period: Option<String>,
    #[serde(default, flatten)]
    #[schema(ignore)]
    pub fixed: Fixed,
}

/// What a purchase keeps once it is written.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Fixed {
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

impl Fixed {
    /// Whether something of it is to be changed.
    pub(super) fn is_given(&self) -> bool {
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
    /// CASH: what was paid in cash comes back into one's own cash box; OTHER: it does not. Absent: CASH where it was paid in cash.
    pub money: Option<MoneySource>,
    #[serde(flatten)]
    pub pin: PinGiven,
}

/// Body of `POST /purchase/{id}/pay`.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct PayPurchase {
    /// Absent: the oldest first.
    pub quote_id: Option<QuoteId>,
    #[serde(default)]
    pub amount: Money,
    #[serde(default)]
    pub source: MoneySource,
    /// Name or id of the way to pay.
    #[schema(value_type = Option<String>)]
    pub payment_option: Option<NameOrId>,
    pub operation_number: Option<String>,
}
