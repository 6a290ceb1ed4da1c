//! What each kind of deletion takes, in the order in which it has to go: what refers before what is referred to.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What can be deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Sales,
    Purchases,
    Products,
    All,
}

impl Kind {
    /// All of them, as the screen shows them.
    pub(in crate::removal::bulk) const ALL: [Kind; 4] = [Kind::Sales, Kind::Purchases, Kind::Products, Kind::All];

    /// As it stands in the address of its call.
    pub(in crate::removal::bulk) fn wire(self) -> &'static str {
        match self {
            Kind::Sales => "sales",
            Kind::Purchases => "purchases",
            Kind::Products => "products",
            Kind::All => "all",
        }
    }

    /// As it stands in the name of its backup.
    pub(in crate::removal::bulk) fn spanish(self) -> &'static str {
        match self {
            Kind::Sales => "ventas",
            Kind::Purchases => "compras",
            Kind::Products => "productos",
            Kind::All => "todo",
        }
    }

    /// What it takes, in order.
    pub(super) fn steps(self) -> Vec<&'static Step> {
        let parts: &[&[Step]] = match self {
            Kind::Sales => &[SALES],
            Kind::Purchases => &[PURCHASES],
            Kind::Products => &[PRODUCTS],
            Kind::All => &[SALES, PURCHASES, PRODUCTS, SUPPLIES],
        };
        parts.iter().copied().flatten().collect()
    }

    pub(in crate::removal::bulk) fn takes_sales(self) -> bool {
        matches!(self, Kind::Sales | Kind::All)
    }
}

/// Rows of one table that go.
#[derive(Debug)]
pub(super) struct Step {
    pub table: &'static str,
    /// How people call one of its rows and several; empty for what they never see by itself.
    pub one: &'static str,
    pub name: &'static str,
    /// Counts the rows that people see: what was deleted on a screen goes too, but nobody misses it.
    pub count: &'static str,
    pub delete: &'static str,
}

macro_rules! steps {
    ($($table:literal $one:literal $name:literal $($rows:literal)? $(seen $seen:literal)?,)*) => {
        &[$(Step {
            table: $table,
            one: $one,
            name: $name,
            count: concat!("SELECT COUNT(*) FROM ", $table, " WHERE 1 = 1" $(, " AND ", $rows)? $(, " AND ", $seen)?),
            delete: concat!("DELETE FROM ", $table $(, " WHERE ", $rows)?),
        }),*]
    };
}

/// Closed accounts with all that was taken, cooked, paid and printed for them, and the cash sessions that held the money. A
/// reservation that is still to come is no sale.
pub(super) const SALES: &[Step] = steps![
    "reconciliation_marks" "" "",
    "payment_statement_lines" "" "",
    "payment_statements" "archivo de conciliación" "archivos de conciliación",
    "covered_lines" "" "",
    "collection_parts" "" "",
    "collections" "cobranza" "cobranzas",
    "receivable_instalments" "" "",
    "receivables" "deuda de cliente" "deudas de clientes",
    "debit_notes" "" "",
    "credit_note_lines" "" "",
    "credit_notes" "nota de crédito" "notas de crédito",
    "refund_lines" "" "",
    "refund_entries" "" "",
    "refunds" "devolución" "devoluciones",
    "billing_amounts" "" "",
    "billing_instalments" "" "",
    "billing_lines" "" "",
    "tax_documents" "" "",
    "tax_batches" "" "",
    "billings" "comprobante" "comprobantes",
    "payment_lines" "" "",
    "payment_entries" "" "",
    "payments" "cobro" "cobros",
    "billing_adjustments" "descuento o cargo" "descuentos y cargos",
    "order_line_toppings" "" "",
    "order_line_components" "" "",
    "figure_channel_sums" "" "",
    "figure_days" "" "",
    "figure_money_sums" "" "",
    "close_of_day_emails" "" "",
    "stock_values" "" "",
    "stock_days" "" "",
    "stock_replays" "" "",
    "stock_moves" "movimiento de stock por ventas" "movimientos de stock por ventas" "line_id IS NOT NULL",
    "order_lines" "línea de pedido" "líneas de pedido",
    "commands" "comanda" "comandas",
    "print_jobs" "trabajo de impresión" "trabajos de impresión" "finished_at IS NOT NULL AND (client_request_id IS NOT NULL OR cycle_id IS NOT NULL)",
    "client_requests" "cuenta" "cuentas" "closed_at IS NOT NULL" seen "NOT is_reservation",
    "cash_counts" "" "",
    "cash_movements" "movimiento de caja" "movimientos de caja",
    "cashbox_cycles" "ciclo de caja cerrado" "ciclos de caja cerrados" seen "status <> 'OPEN'",
];

/// What was bought and what was paid for it, with what came in.
pub(super) const PURCHASES: &[Step] = steps![
    "stock_values" "" "",
    "stock_days" "" "",
    "stock_replays" "" "",
    "purchase_matches" "" "",
    "purchase_files" "" "",
    "purchase_payments" "" "",
    "purchase_quotes" "" "",
    "purchase_items" "" "",
    "purchases" "compra" "compras",
    "stock_moves" "entrada de stock por compras" "entradas de stock por compras" "reason IN ('PURCHASE', 'PURCHASE_NOTE')",
];

/// The menu with its recipes and what there is of products.
pub(super) const PRODUCTS: &[Step] = steps![
    "schedule_items" "" "",
    "schedules" "horario de venta" "horarios de venta",
    "product_toppings" "" "",
    "product_supplies" "" "",
    "topping_supplies" "" "",
    "combo_items" "" "",
    "product_codes" "" "",
    "planned_prices" "" "",
    "product_variants" "variante" "variantes" seen "product_id IN (SELECT id FROM products WHERE deleted_at IS NULL)",
    "comments" "comentario para cocina" "comentarios para cocina",
    "stock_values" "" "",
    "stock_days" "" "",
    "stock_replays" "" "",
    "stock_count_entries" "" "" "line_id IN (SELECT id FROM stock_count_lines WHERE item_kind = 'PRODUCT')",
    "stock_count_lines" "" "" "item_kind = 'PRODUCT'",
    "stock_counts" "conteo de productos" "conteos de productos" "id NOT IN (SELECT count_id FROM stock_count_lines WHERE item_kind <> 'PRODUCT')",
    "inventory_movement_items" "" "" "movement_id IN (SELECT id FROM inventory_movements WHERE item_kind = 'PRODUCT')",
    "inventory_movements" "movimiento de productos" "movimientos de productos" "item_kind = 'PRODUCT'",
    "stock_moves" "" "" "item_kind = 'PRODUCT'",
    "stock_items" "" "" "item_kind = 'PRODUCT'",
    "pictures" "foto" "fotos" "owner LIKE 'product:%'",
    "products" "producto" "productos" seen "deleted_at IS NULL",
    "toppings" "adicional" "adicionales",
    "attribute_options" "" "",
    "attributes" "atributo" "atributos",
    "categories" "categoría de la carta" "categorías de la carta" "type <> 'SUPPLY' AND id NOT IN (SELECT category_id FROM supplies WHERE category_id IS NOT NULL)" seen "deleted_at IS NULL",
];

/// Goes only with everything.
pub(super) const SUPPLIES: &[Step] = steps![
    "stock_values" "" "",
    "stock_days" "" "",
    "stock_replays" "" "",
    "stock_count_entries" "" "",
    "stock_count_lines" "" "",
    "stock_counts" "conteo de insumos" "conteos de insumos",
    "inventory_movement_items" "" "",
    "inventory_movements" "movimiento de insumos" "movimientos de insumos",
    "production_items" "" "",
    "productions" "producción" "producciones",
    "stock_moves" "" "",
    "stock_items" "" "",
    "supply_ingredients" "" "",
    "supplies" "insumo" "insumos",
    "categories" "categoría de insumos" "categorías de insumos" seen "type = 'SUPPLY' AND deleted_at IS NULL",
];

/// What stays whatever is deleted.
const KEPT: &[&str] = &[
    "action_logs",
    "additional_charge_types",
    "billing_series",
    "billing_types",
    "cashboxes",
    "catalog_version",
    "clients",
    "close_of_day_recipients",
    "close_of_day_settings",
    "company_info",
    "company_logos",
    "configurations",
    "counters",
    "dining_tables",
    "electronic_billing",
    "global_settings",
    "guess_locks",
    "idempotency_keys",
    "identities",
    "identity_service",
    "law_notices",
    "measurements",
    "pairing_codes",
    "password_resets",
    "payment_options",
    "print_agents",
    "printer_areas",
    "printers",
    "production_areas",
    "promotions",
    "providers",
    "recovery_codes",
    "running_hours",
    "sales_goals",
    "salons",
    "second_factor_roles",
    "second_factors",
    "sender_leases",
    "sessions",
    "smtp_settings",
    "tax_rates",
    "tax_regimes",
    "tax_zones",
    "trusted_devices",
    "turns",
    "users",
];

/// Where a table belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Belongs {
    Kept,
    /// Some deletion takes its rows.
    Taken,
    /// Nobody said: a new table needs a word here.
    Unknown,
}

/// Where a table of the company belongs.
pub fn belongs(table: &str) -> Belongs {
    if KEPT.contains(&table) {
        Belongs::Kept
    } else if Kind::All.steps().iter().any(|step| step.table == table) {
        Belongs::Taken
    } else {
        Belongs::Unknown
    }
}
