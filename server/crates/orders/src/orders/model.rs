//! The parts of an account, as the API shows them and as rules read them. The prices of a line are those of the moment when it was added.

use super::{
    account::guest::Guest,
    courses::{self, AccountCourse, LineCourse},
    store,
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    ids::{
        AreaId, ChoiceGroupId, ChoiceOptionId, ClientId, CommandId, ComponentId, LineId, ProductId, RequestId, SalonId,
        TableId, ToppingId, UserId, VariantId,
    },
    measure::Measure,
    money::{Money, Quantity},
    words::{IdentityDocument, IgvTreatment, Status, text_enum},
};
use serde::Serialize;
use utoipa::ToSchema;

text_enum!(
    /// Where an order is eaten: at a table, taken away, or delivered.
    RequestKind { Table = "TABLE", Order = "ORDER", Delivery = "DELIVERY" }
);
text_enum!(
    /// The progress of a line, from least to most advanced; `Dismissed` is none of these steps.
    LineStatus {
        Pending = "PENDING",
        Processing = "PROCESSING",
        Prepared = "PREPARED",
        Dispatched = "DISPATCHED",
        Delivered = "DELIVERED",
        Dismissed = "DISMISSED",
    }
);

/// The chosen variant of a line.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LineVariant {
    pub variant_id: VariantId,
    pub name: String,
    /// The amount that it adds to the unit price.
    pub total_sum: Money,
}

/// The schedule that determined the price of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LineSchedule {
    pub name: String,
    /// The unit price without the schedule, with its variant.
    pub regular_amount: Money,
}

/// A topping of a line.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct LineTopping {
    #[row(rename = "topping_id")]
    pub id: ToppingId,
    pub name: String,
    pub price: Money,
    /// The quantity for one unit of the line.
    pub quantity: Quantity,
    /// The choice by which it is on the line; absent: it was added by itself.
    #[row(with = store::read_choice)]
    pub choice: Option<LineChoice>,
}

/// The choice by which a topping is on a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LineChoice {
    /// The number of the choice on its line. What was chosen in the group that it opens has the same number, and so have the parts of a choice
    /// of which only a part is free.
    pub number: i64,
    /// The group, which may have been deleted since.
    pub group_id: ChoiceGroupId,
    pub group: String,
    pub option_id: ChoiceOptionId,
    /// Whether it was chosen in the group that another choice opens.
    pub is_nested: bool,
}

impl LineTopping {
    /// Returns price × own quantity × quantity of the line.
    pub fn amount(&self, line_quantity: Quantity) -> Money {
        // Both are whole numbers of at most three digits, and prices are bounded when a line is added, so it always fits.
        let each = self.price.millionths().saturating_mul(self.quantity.millionths() / comanda_base::money::SCALE);
        Money::from_millionths(each).times(line_quantity).unwrap_or_default()
    }
}

/// A dish of a combo line.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Component {
    pub id: ComponentId,
    pub product_id: ProductId,
    pub name: String,
    /// The chosen variant; its surcharge is in the price of the line.
    #[row(with = store::read_variant)]
    pub variant: Option<LineVariant>,
    /// The quantity in one combo; the kitchen makes this × the quantity of the line.
    pub quantity: Quantity,
    pub production_area_id: Option<AreaId>,
    pub production_area: Option<String>,
    pub status: LineStatus,
    pub status_changed_at: Option<DateTime<Utc>>,
}

impl Component {
    /// Returns the name with the variant: `Lomo saltado (Término medio)`.
    pub fn in_words(&self) -> String {
        self.variant.as_ref().map_or_else(|| self.name.clone(), |v| format!("{} ({})", self.name, v.name))
    }
}

/// A line of an account; its id never changes.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Line {
    pub id: LineId,
    pub client_request_id: RequestId,
    /// The command that it was sent with; absent: not yet sent.
    pub command_id: Option<CommandId>,
    pub command_number: Option<i64>,
    pub product_id: ProductId,
    pub name: String,
    #[row(with = store::read_variant)]
    pub variant: Option<LineVariant>,
    #[row(skip)]
    pub toppings: Vec<LineTopping>,
    pub comment: String,
    #[row(rename = "quantity")]
    pub qty_original: Quantity,
    pub qty_paid: Quantity,
    /// The same as `qty_original`; the quantity left to pay is this − `qty_paid`.
    #[row(rename = "quantity")]
    pub qty: Quantity,
    /// The weight or volume of one piece; 1 where it is sold by the unit.
    #[serde(flatten)]
    #[row(flatten)]
    pub measure: Measure,
    pub status: LineStatus,
    pub status_changed_at: Option<DateTime<Utc>>,
    pub production_area_id: Option<AreaId>,
    pub production_area: Option<String>,
    pub is_combo: bool,
    #[row(skip)]
    pub combo_has_product: Vec<Component>,
    /// The unit price at the moment of adding, without variant and toppings.
    pub base_sale_amount: Money,
    /// The schedule of its price; absent: the regular price.
    #[row(with = store::read_schedule)]
    pub schedule: Option<LineSchedule>,
    /// The unit price with its variant.
    #[row(with = store::read_sale_amount)]
    pub sale_amount: Money,
    /// The price of all toppings of one unit.
    #[row(skip)]
    pub toppings_total: Money,
    /// The unit price with variant and toppings.
    #[row(skip)]
    pub unit_total: Money,
    #[row(skip)]
    pub total: Money,
    #[serde(skip)]
    pub minimum_sale_price: Option<Money>,
    /// The present IGV treatment of its product: a document uses the one in force when it is issued.
    #[serde(skip)]
    pub igv_treatment: IgvTreatment,
    /// Whether it was a plastic bag when it was added: its price includes the ICBPER, and no discount, courtesy or recargo applies to it.
    #[serde(skip)]
    pub is_plastic_bag: bool,
    pub version: i64,
    pub added_by: UserId,
    pub added_by_name: String,
    pub added_at: DateTime<Utc>,
    pub sent_at: Option<DateTime<Utc>>,
    pub dismissed_reason: Option<String>,
    #[row(with = courses::read_course)]
    pub course: Option<LineCourse>,
    /// The waiter's word: true makes it wait to be fired, false lets it leave when the order is sent; without it the course decides.
    pub hold: Option<bool>,
    /// The moment since which it waits to be fired; absent: not announced yet, or it never waited.
    pub held_at: Option<DateTime<Utc>>,
}

impl Line {
    /// Returns the name with the variant: `Lomo saltado (Término medio)`.
    pub fn name_in_words(&self) -> String {
        self.variant.as_ref().map_or_else(|| self.name.clone(), |v| format!("{} ({})", self.name, v.name))
    }
    /// Whether it was not dismissed.
    pub fn is_live(&self) -> bool {
        self.status != LineStatus::Dismissed
    }
    /// Whether it was sent to the kitchen.
    pub fn is_sent(&self) -> bool {
        self.command_id.is_some()
    }
    /// Whether the kitchen knows that it comes later.
    pub fn waits(&self) -> bool {
        !self.is_sent() && self.is_live() && self.held_at.is_some()
    }
    /// Returns the quantity left to pay; zero for a dismissed line.
    pub fn unpaid(&self) -> Quantity {
        if self.is_live() { self.qty_original - self.qty_paid } else { Quantity::ZERO }
    }
    /// Returns the price of `quantity` units without toppings, in whole céntimos.
    pub fn own_amount(&self, quantity: Quantity) -> Money {
        self.sale_amount.times(quantity).unwrap_or_default()
    }
    /// Returns the price of `quantity` units: the line and each topping rounded on its own, as they are printed.
    pub fn amount(&self, quantity: Quantity) -> Money {
        self.own_amount(quantity) + self.toppings.iter().map(|t| t.amount(quantity)).sum()
    }
}

/// A person by id and name.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Person {
    pub id: UserId,
    pub name: String,
}

/// Salon and table by name.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Place {
    pub salon: String,
    pub table: String,
}

/// The client of an account.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RequestClient {
    pub id: ClientId,
    pub document_type: IdentityDocument,
    pub document_number: Option<String>,
    pub name: String,
    pub last_name: String,
    pub business_name: String,
    pub display_name: String,
    pub phone: String,
    pub email: String,
    pub address: String,
    pub reference: String,
    pub status: Status,
}

/// A command, as the list of an account shows it.
#[derive(Debug, Clone, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct CommandSummary {
    pub id: CommandId,
    pub number: i64,
    pub created_at: DateTime<Utc>,
    pub user_name: String,
}

/// An account of a table, a take-away or a delivery.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Request {
    pub id: RequestId,
    #[serde(rename = "type")]
    pub kind: RequestKind,
    pub status: LineStatus,
    pub is_paid: bool,
    /// Whether it is a reservation that nobody was seated for yet, and no account.
    pub is_reservation: bool,
    /// The time of a reservation, or of an account that was one.
    pub reserved_for: Option<DateTime<Utc>>,
    pub business_day: NaiveDate,
    pub correlative_counter: Option<i64>,
    pub client: Option<RequestClient>,
    /// The client of the document, where it differs from the client of the account.
    pub invoice_client_id: Option<ClientId>,
    pub invoice_client: Option<RequestClient>,
    #[serde(flatten)]
    pub guest: Guest,
    pub attendant_id: UserId,
    pub user: Person,
    pub salon_id: Option<SalonId>,
    pub table_id: Option<TableId>,
    pub client_request_table: Option<Place>,
    pub persons: i64,
    pub delivery_app: bool,
    pub client_name: String,
    pub phone: String,
    pub direccion: String,
    pub referencia: String,
    pub repartidor: String,
    pub note: String,
    pub version: i64,
    pub opened_at: DateTime<Utc>,
    pub billed_at: Option<DateTime<Utc>>,
    pub closed_at: Option<DateTime<Utc>>,
    /// The account that it was merged into when its table was joined with another.
    pub merged_into_id: Option<RequestId>,
    pub totals: super::account::Totals,
    pub lines: Vec<Line>,
    /// The courses of its lines in the order of eating; empty where no line has one and nothing waits.
    pub courses: Vec<AccountCourse>,
    pub commands: Vec<CommandSummary>,
}
