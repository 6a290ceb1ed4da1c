//! The tables of each kind of deletion, in the order of deletion: referring rows before the rows they refer to.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A kind of deletion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Sales,
    Purchases,
    Products,
    All,
}

impl Kind {
    /// All kinds, in the order of the screen.
    pub(in crate::removal::bulk) const ALL: [Kind; 4] = [Kind::Sales, Kind::Purchases, Kind::Products, Kind::All];

    /// Returns the segment in the path of its route.
    pub(in crate::removal::bulk) fn path_segment(self) -> &'static str {
        match self {
            Kind::Sales => "sales",
            Kind::Purchases => "purchases",
            Kind::Products => "products",
            Kind::All => "all",
        }
    }

    /// Returns the Spanish name used for its backup file.
    pub(in crate::removal::bulk) fn spanish_name(self) -> &'static str {
        match self {
            Kind::Sales => "ventas",
            Kind::Purchases => "compras",
            Kind::Products => "productos",
            Kind::All => "todo",
        }
    }

    /// Returns the steps of the deletion, in order.
    pub(super) fn steps(self) -> Vec<&'static DeletionStep> {
        let parts: &[&[DeletionStep]] = match self {
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

/// The deletion of rows of one table.
#[derive(Debug)]
pub(super) struct DeletionStep {
    pub table: &'static str,
    /// The singular that users call a row by, and `name` the plural; empty for rows that they never see by themselves.
    pub one: &'static str,
    pub name: &'static str,
    /// Counts the rows that users see; rows already deleted on a screen are deleted too but not counted.
    pub count: &'static str,
    pub delete: &'static str,
}

macro_rules! steps {
    ($($table:literal $one:literal $name:literal $($rows:literal)? $(counted_if $counted_if:literal)?,)*) => {
        &[$(DeletionStep {
            table: $table,
            one: $one,
            name: $name,
            count: concat!("SELECT COUNT(*) FROM ", $table, " WHERE 1 = 1" $(, " AND ", $rows)? $(, " AND ", $counted_if)?),
            delete: concat!("DELETE FROM ", $table $(, " WHERE ", $rows)?),
        }),*]
    };
}

/// Closed accounts with everything ordered, cooked, paid and printed for them, and the cash cycles that held the money. A reservation that
/// is still to come is no sale.
pub(super) const SALES: &[DeletionStep] = steps![
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
    "client_requests" "cuenta" "cuentas" "closed_at IS NOT NULL" counted_if "NOT is_reservation",
    "cash_counts" "" "",
    "cash_movements" "movimiento de caja" "movimientos de caja",
    "cashbox_cycles" "ciclo de caja cerrado" "ciclos de caja cerrados" counted_if "status <> 'OPEN'",
];

/// Purchases with their payments and stock entries.
pub(super) const PURCHASES: &[DeletionStep] = steps![
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

/// The menu with its recipes and the stock of products.
pub(super) const PRODUCTS: &[DeletionStep] = steps![
    "schedule_items" "" "",
    "schedules" "horario de venta" "horarios de venta",
    "product_choice_groups" "" "",
    "choice_options" "" "",
    "choice_groups" "grupo de opciones" "grupos de opciones",
    "product_toppings" "" "",
    "product_supplies" "" "",
    "topping_supplies" "" "",
    "combo_items" "" "",
    "product_codes" "" "",
    "planned_prices" "" "",
    "product_variants" "variante" "variantes" counted_if "product_id IN (SELECT id FROM products WHERE deleted_at IS NULL)",
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
    "products" "producto" "productos" counted_if "deleted_at IS NULL",
    "toppings" "adicional" "adicionales",
    "attribute_options" "" "",
    "attributes" "atributo" "atributos",
    "categories" "categoría de la carta" "categorías de la carta" "type <> 'SUPPLY' AND id NOT IN (SELECT category_id FROM supplies WHERE category_id IS NOT NULL)" counted_if "deleted_at IS NULL",
    "courses" "tiempo de la comida" "tiempos de la comida" "id NOT IN (SELECT course_id FROM categories WHERE course_id IS NOT NULL)" counted_if "deleted_at IS NULL",
];

/// Supplies with their recipes and stock; only deleted together with everything.
pub(super) const SUPPLIES: &[DeletionStep] = steps![
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
    "categories" "categoría de insumos" "categorías de insumos" counted_if "type = 'SUPPLY' AND deleted_at IS NULL",
];

/// The tables that no deletion touches.
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
    "scales",
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

/// The treatment of a table by deletions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableDeletion {
    Kept,
    /// Some deletion deletes its rows.
    Taken,
    /// No list contains it: a new table must be added to one of them.
    Unknown,
}

/// Returns how deletions treat a table of the company database.
pub fn deletion_of_table(table: &str) -> TableDeletion {
    if KEPT.contains(&table) {
        TableDeletion::Kept
    } else if Kind::All.steps().iter().any(|step| step.table == table) {
        TableDeletion::Taken
    } else {
        TableDeletion::Unknown
    }
}
