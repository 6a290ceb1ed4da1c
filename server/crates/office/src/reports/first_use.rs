//! The steps of a new company up to its first sale. Each step is derived from existing data and never from a stored mark, so deleting the
//! only table makes that step pending again.

use crate::new_company::DEFAULT_ADMIN_NAME;
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{db::Tx, error::Result, identity::is_ruc, money::Quantity};
use comanda_platform::{
    settings::{CompanyInfo, Settings, TaxIdType, tax},
    use_case::Role,
};
use serde::Serialize;
use utoipa::ToSchema;

/// The number of products that a first sale needs; the others can be added later.
const FIRST_PRODUCTS: i64 = 1;

/// The progress towards the first sale.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FirstUse {
    /// True until the first sale; a new company is directed to this screen only until then.
    pub is_new: bool,
    /// Whether every step is done, except optional ones.
    pub finished: bool,
    pub done: i64,
    pub steps: Vec<Step>,
    pub facts: Facts,
}

/// A step towards the first sale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Step {
    /// The step's key: COMPANY, FLOOR, PRODUCTS, STOCK, PRINTERS or SALE.
    pub key: &'static str,
    pub done: bool,
    /// Whether the house can sell without this step and do it later.
    pub optional: bool,
    /// The present data as a text: `La Terraza · RUC 20601234565 · Caja Principal`.
    pub detail: String,
    /// The missing things as texts, in the order of the work.
    pub missing: Vec<&'static str>,
}

/// The data from which the steps are derived.
#[derive(Debug, Clone, Default, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Facts {
    pub cashboxes: i64,
    pub cashbox_name: Option<String>,
    pub turns: i64,
    /// Enabled series of active document types.
    pub series: i64,
    pub salons: i64,
    pub salon_name: Option<String>,
    pub tables: i64,
    pub products: i64,
    /// The products that a first menu needs at least.
    #[row(default)]
    pub products_wanted: i64,
    /// Products and supplies with stock.
    pub stocked: i64,
    pub printers: i64,
    /// Production areas with products but without an active printer.
    pub areas_without_printer: i64,
    /// Active users besides the first one.
    pub staff: i64,
    #[row(default)]
    pub pin_set: bool,
    /// Whether an administrator has entered their own name.
    pub owner_named: bool,
    /// Today's rate, per cent.
    #[row(default)]
    pub igv_percent: Quantity,
    /// Whether today's sales are exonerated of IGV.
    #[row(default)]
    pub is_jungle: bool,
    #[row(default)]
    pub business_day: NaiveDate,
    /// The issue date of documents now, from which a rate chosen now applies. After midnight it is ahead of the business day.
    #[row(default)]
    pub issue_date: NaiveDate,
    pub open_cycles: i64,
    /// Commands sent to the kitchen.
    pub commands: i64,
    pub sales: i64,
}

const FACTS: &str = "SELECT
    (SELECT COUNT(*) FROM cashboxes WHERE status = 'ACTIVE') AS cashboxes,
    (SELECT name FROM cashboxes WHERE status = 'ACTIVE' ORDER BY id LIMIT 1) AS cashbox_name,
    (SELECT COUNT(*) FROM turns WHERE status = 'ACTIVE') AS turns,
    (SELECT COUNT(*) FROM billing_series s JOIN billing_types k ON k.id = s.billing_type_id
      WHERE s.enabled AND NOT s.is_contingency AND k.status = 'ACTIVE') AS series,
    (SELECT COUNT(*) FROM salons WHERE status = 'ACTIVE') AS salons,
    (SELECT name FROM salons WHERE status = 'ACTIVE' ORDER BY position, id LIMIT 1) AS salon_name,
    (SELECT COUNT(*) FROM dining_tables d JOIN salons o ON o.id = d.salon_id
      WHERE d.status = 'ACTIVE' AND o.status = 'ACTIVE') AS tables,
    (SELECT COUNT(*) FROM products WHERE status = 'ACTIVE' AND deleted_at IS NULL) AS products,
    (SELECT COUNT(*) FROM stock_items WHERE on_hand > 0) AS stocked,
    (SELECT COUNT(*) FROM printers WHERE status = 'ACTIVE') AS printers,
    (SELECT COUNT(*) FROM production_areas a
      WHERE EXISTS (SELECT 1 FROM products p WHERE p.production_area_id = a.id AND p.status = 'ACTIVE' AND p.deleted_at IS NULL)
        AND NOT EXISTS (SELECT 1 FROM printer_areas x JOIN printers r ON r.id = x.printer_id
                         WHERE x.production_area_id = a.id AND r.status = 'ACTIVE')) AS areas_without_printer,
    (SELECT COUNT(*) - 1 FROM users WHERE status = 'ACTIVE' AND deleted_at IS NULL) AS staff,
    EXISTS (SELECT 1 FROM users WHERE role_id = $1 AND status = 'ACTIVE' AND deleted_at IS NULL
            AND (name <> $2 OR lastname <> '')) AS owner_named,
    (SELECT COUNT(*) FROM cashbox_cycles WHERE status = 'OPEN') AS open_cycles,
    (SELECT COUNT(*) FROM commands) AS commands,
    (SELECT COUNT(*) FROM payments) AS sales";

async fn load_facts(tx: &mut Tx, settings: &Settings, now: DateTime<Utc>) -> Result<Facts> {
    let found: Facts = tx.query(FACTS).bind(Role::Admin.id()).bind(DEFAULT_ADMIN_NAME).one().await?;
    let rule = tax::load_rule_at(tx, now).await?;
    Ok(Facts {
        products_wanted: FIRST_PRODUCTS,
        pin_set: settings.security_pin_hash.is_some(),
        igv_percent: rule.percent,
        is_jungle: rule.exonerated,
        business_day: settings.business_day(now),
        issue_date: tax::issue_date(now),
        ..found
    })
}

/// Loads the company's progress.
pub(super) async fn load_first_use(tx: &mut Tx, now: DateTime<Utc>) -> Result<FirstUse> {
    let settings = Settings::load(tx).await?;
    let company = CompanyInfo::load(tx).await?;
    let facts = load_facts(tx, &settings, now).await?;
    let steps = build_steps(&company, &facts);
    let done_steps = steps.iter().filter(|s| s.done).count() as i64;
    Ok(FirstUse {
        is_new: facts.sales == 0,
        finished: steps.iter().all(|s| s.done || s.optional),
        done: done_steps,
        steps,
        facts,
    })
}

/// Returns the names of the parts that are missing.
fn missing_names<const N: usize>(parts: [(bool, &'static str); N]) -> Vec<&'static str> {
    parts.into_iter().filter(|(is_present, _)| !is_present).map(|(_, name)| name).collect()
}

fn step(key: &'static str, detail: String, missing: Vec<&'static str>) -> Step {
    Step { key, done: missing.is_empty(), optional: false, detail, missing }
}

/// Returns the stock step. It is optional: only products with counted stock cannot be sold before their stock is entered.
fn stock_step(f: &Facts) -> Step {
    let detail = if f.stocked > 0 { counted(f.stocked, "ítem") } else { String::new() };
    Step { optional: true, ..step("STOCK", detail, missing_names([(f.stocked > 0, "lo que hay")])) }
}

fn build_steps(company: &CompanyInfo, f: &Facts) -> Vec<Step> {
    let company_missing = missing_names([
        (company.document_type != TaxIdType::Ruc || is_ruc(&company.document_number), "el RUC"),
        (!company.commercial_name.is_empty(), "el nombre"),
        (!company.commercial_address.is_empty(), "la dirección"),
        (f.cashboxes > 0, "una caja"),
        (f.turns > 0, "un turno"),
        (f.series > 0, "una serie de comprobantes"),
        (f.owner_named, "tu nombre"),
        (f.pin_set, "el PIN de seguridad"),
    ]);
    let floor_missing = missing_names([(f.salons > 0, "un salón"), (f.tables > 0, "mesas")]);
    let printers_missing = missing_names([
        (f.printers > 0, "una impresora"),
        (f.areas_without_printer == 0, "una impresora para cada área"),
    ]);
    vec![
        step("COMPANY", company_detail(company, f), company_missing),
        step("FLOOR", floor_detail(f), floor_missing),
        step(
            "PRODUCTS",
            counted(f.products, "producto"),
            missing_names([(f.products >= FIRST_PRODUCTS, "un producto")]),
        ),
        stock_step(f),
        step("PRINTERS", printers_detail(f), printers_missing),
        step("SALE", counted(f.sales, "venta"), missing_names([(f.sales > 0, "la primera venta")])),
    ]
}

fn counted(n: i64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

fn join_parts(parts: impl IntoIterator<Item = Option<String>>) -> String {
    parts.into_iter().flatten().filter(|p| !p.is_empty()).collect::<Vec<_>>().join(" · ")
}

fn company_detail(company: &CompanyInfo, f: &Facts) -> String {
    let number =
        (!company.document_number.is_empty()).then(|| format!("{} {}", company.document_type, company.document_number));
    let igv = if f.is_jungle { "sin IGV (selva)".to_owned() } else { format!("IGV {} %", f.igv_percent) };
    let cashbox = f.cashbox_name.as_ref().map(|name| format!("Caja {name}"));
    join_parts([
        Some(company.commercial_name.clone()),
        number,
        Some(igv),
        cashbox,
        f.pin_set.then(|| "PIN puesto".to_owned()),
    ])
}

fn floor_detail(f: &Facts) -> String {
    let salons = if f.salons > 1 { Some(format!("{} salones", f.salons)) } else { f.salon_name.clone() };
    join_parts([salons, (f.tables > 0).then(|| counted(f.tables, "mesa"))])
}

fn printers_detail(f: &Facts) -> String {
    let people = match f.staff {
        n if n <= 0 => None,
        1 => Some("1 persona más".to_owned()),
        n => Some(format!("{n} personas más")),
    };
    join_parts([(f.printers > 0).then(|| counted(f.printers, "impresora")), people])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ready() -> (CompanyInfo, Facts) {
        let company = CompanyInfo {
            document_type: TaxIdType::Ruc,
            document_number: "20601234565".into(),
            commercial_name: "La Terraza".into(),
            commercial_address: "Av. Larco 1150".into(),
            ..Default::default()
        };
        let facts = Facts {
            cashboxes: 1,
            cashbox_name: Some("Principal".into()),
            turns: 3,
            series: 3,
            salons: 1,
            salon_name: Some("Terraza".into()),
            tables: 14,
            products: 3,
            stocked: 2,
            printers: 1,
            pin_set: true,
            owner_named: true,
            igv_percent: Quantity::units(18),
            staff: 2,
            sales: 1,
            ..Default::default()
        };
        (company, facts)
    }

    #[test]
    fn a_step_is_done_when_its_data_exists() {
        let (company, facts) = ready();
        let all = build_steps(&company, &facts);
        assert!(all.iter().all(|s| s.done), "{all:?}");
        let details: Vec<&str> = all.iter().map(|s| s.detail.as_str()).collect();
        let expected = [
            "La Terraza · RUC 20601234565 · IGV 18 % · Caja Principal · PIN puesto",
            "Terraza · 14 mesas",
            "3 productos",
            "2 ítems",
            "1 impresora · 2 personas más",
            "1 venta",
        ];
        assert_eq!(details, expected);
    }

    #[test]
    fn deleted_data_makes_its_step_pending_again() {
        let (company, facts) = ready();
        let open = |company: &CompanyInfo, facts: Facts| {
            let all = build_steps(company, &facts);
            all.into_iter().filter(|s| !s.done).map(|s| (s.key, s.missing)).collect::<Vec<_>>()
        };
        assert_eq!(open(&company, Facts { tables: 0, ..facts.clone() }), [("FLOOR", vec!["mesas"])]);
        assert_eq!(open(&company, Facts { products: 0, ..facts.clone() }), [("PRODUCTS", vec!["un producto"])]);
        let empty = build_steps(&company, &Facts { stocked: 0, ..facts.clone() });
        assert_eq!(
            empty.iter().filter(|s| !s.done).map(|s| (s.key, s.optional)).collect::<Vec<_>>(),
            [("STOCK", true)]
        );
        let uncovered = Facts { areas_without_printer: 1, ..facts.clone() };
        let expected = [("PRINTERS", vec!["una impresora para cada área"])];
        let nobody = Facts { owner_named: false, pin_set: false, ..facts.clone() };
        assert_eq!(open(&company, nobody), [("COMPANY", vec!["tu nombre", "el PIN de seguridad"])]);
        assert_eq!(open(&company, uncovered), expected);
        let nameless = CompanyInfo { document_number: String::new(), ..company };
        assert_eq!(open(&nameless, Facts { cashboxes: 0, ..facts }), [("COMPANY", vec!["el RUC", "una caja"])]);
    }
}
