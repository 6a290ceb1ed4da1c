//! What somebody should look at, most urgent first; each with the screen where it is dealt with.

use crate::{
    companies::{Company, license_day},
    db::{self, Tx},
    error::Result,
    money::Quantity,
    orders::RequestSummary,
    settings::Settings,
};
use chrono::{DateTime, Duration, NaiveDate, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// An account that is open for longer than this is worth a look.
const LONG_HOURS: i64 = 3;
/// An agent says something every ten seconds.
const SILENT_MINUTES: i64 = 2;
/// From so many days before its end a licence is spoken of.
const LICENCE_DAYS: i64 = 15;

/// One thing to look at.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Attention {
    /// PRINT_JOB, PRINTER, AGENT, CASH_CYCLE, LICENSE, LONG_ACCOUNT, SOLD_OUT or STOCK.
    pub kind: &'static str,
    pub text: String,
    /// Path of the screen.
    pub path: &'static str,
}

/// What the house itself wants looked at: papers, printers, agents, cash boxes of yesterday.
pub(super) async fn of_the_house(
    tx: &mut Tx,
    settings: &Settings,
    today: NaiveDate,
    now: DateTime<Utc>,
) -> Result<Vec<Attention>> {
    let mut list = printing(tx).await?;
    list.extend(agents(tx, settings, now).await?);
    list.extend(old_cycles(tx, settings, today).await?);
    Ok(list)
}

/// What there is about open accounts and sold-out dishes.
pub(super) async fn of_accounts(
    tx: &mut Tx,
    open: &[RequestSummary],
    today: NaiveDate,
    now: DateTime<Utc>,
) -> Result<Vec<Attention>> {
    let mut list = Vec::new();
    let long = open.iter().filter(|r| now - r.opened_at > Duration::hours(LONG_HOURS)).count() as i64;
    let text = |one: &str, many: &str, n: i64| if n == 1 { format!("1 {one}") } else { format!("{n} {many}") };
    if long > 0 {
        let text = text("cuenta abierta hace más de 3 horas", "cuentas abiertas hace más de 3 horas", long);
        list.push(Attention { kind: "LONG_ACCOUNT", text, path: "/pos" });
    }
    let sold_out: i64 = tx.query("SELECT COUNT(*) FROM products WHERE sold_out_on = $1").bind(today).scalar().await?;
    if sold_out > 0 {
        let text = text("producto agotado hoy", "productos agotados hoy", sold_out);
        list.push(Attention { kind: "SOLD_OUT", text, path: "/pos" });
    }
    Ok(list)
}

/// A licence that ends soon.
pub(super) fn licence(company: &Company, now: DateTime<Utc>) -> Option<Attention> {
    let left = (company.license_until? - license_day(now)).num_days();
    let text = match left {
        0 => "La licencia vence hoy".to_owned(),
        1 => "La licencia vence mañana".to_owned(),
        2..=LICENCE_DAYS => format!("La licencia vence en {left} días"),
        _ => return None,
    };
    Some(Attention { kind: "LICENSE", text, path: "/company-info" })
}

/// Items of which more was sold than ever came in: one is named, more are counted with the worst one first.
pub(super) async fn below_zero(tx: &mut Tx) -> db::Result<Option<Attention>> {
    let below: Vec<(String, Quantity, Option<String>, String)> = tx
        .query(
            "SELECT COALESCE(p.name, s.name, '') AS name, i.on_hand, COALESCE(b.symbol, m.symbol) AS unit, i.item_kind FROM stock_items i
             LEFT JOIN products p ON i.item_kind = 'PRODUCT' AND p.id = i.item_id
             LEFT JOIN supplies s ON i.item_kind = 'SUPPLY' AND s.id = i.item_id
             LEFT JOIN measurements m ON m.id = s.measurement_id LEFT JOIN measurements b ON b.id = m.magnitude_id
             WHERE i.on_hand < 0 ORDER BY i.on_hand, i.item_kind, i.item_id LIMIT 100",
        )
        .all()
        .await?;
    let Some((name, quantity, unit, kind)) = below.first() else { return Ok(None) };
    let amount = format!("{quantity} {}", unit.as_deref().unwrap_or_default());
    let more = match below.len() - 1 {
        0 => String::new(),
        1 => " y otro".to_owned(),
        n => format!(" y {n} más"),
    };
    let text = format!("Stock en negativo: {name} ({}){more}", amount.trim_end());
    let path = if kind == "SUPPLY" { "/supplies" } else { "/products" };
    Ok(Some(Attention { kind: "STOCK", text, path }))
}

async fn printing(tx: &mut Tx) -> db::Result<Vec<Attention>> {
    let waiting: i64 =
        tx.query("SELECT COUNT(*) FROM print_jobs WHERE state IN ('HELD', 'UNCERTAIN')").scalar().await?;
    let mut list = Vec::new();
    if waiting > 0 {
        let text = match waiting {
            1 => "1 ticket sin imprimir".to_owned(),
            n => format!("{n} tickets sin imprimir"),
        };
        list.push(Attention { kind: "PRINT_JOB", text, path: "/printers" });
    }
    let down: Vec<(String,)> = tx
        .query("SELECT name FROM printers WHERE status = 'ACTIVE' AND state <> 'READY' ORDER BY name LIMIT 20")
        .all()
        .await?;
    let down = down.into_iter().map(|printer| {
        let text = format!("La impresora {} no está lista", printer.0);
        Attention { kind: "PRINTER", text, path: "/printers" }
    });
    list.extend(down);
    Ok(list)
}

/// Print PCs that have printers and are not heard of.
async fn agents(tx: &mut Tx, settings: &Settings, now: DateTime<Utc>) -> db::Result<Vec<Attention>> {
    let silent: Vec<(String, DateTime<Utc>)> = tx
        .query(
            "SELECT a.name, a.last_seen_at FROM print_agents a WHERE a.revoked_at IS NULL AND a.last_seen_at < $1
             AND EXISTS (SELECT 1 FROM printers p WHERE p.agent_id = a.id AND p.status = 'ACTIVE') ORDER BY a.id LIMIT 20",
        )
        .bind(now - Duration::minutes(SILENT_MINUTES))
        .all()
        .await?;
    let silent = silent.into_iter().map(|(name, seen)| {
        let text = format!("El agente {name} no se conecta desde el {}", settings.local_text(seen));
        Attention { kind: "AGENT", text, path: "/printers" }
    });
    Ok(silent.collect())
}

/// Cash boxes that nobody closed at the end of their day.
async fn old_cycles(tx: &mut Tx, settings: &Settings, today: NaiveDate) -> db::Result<Vec<Attention>> {
    let open: Vec<(String, DateTime<Utc>)> = tx
        .query(
            "SELECT b.name, c.opened_at FROM cashbox_cycles c JOIN cashboxes b ON b.id = c.cashbox_id
             WHERE c.status = 'OPEN' AND c.business_day < $1 ORDER BY c.id LIMIT 20",
        )
        .bind(today)
        .all()
        .await?;
    let old = open.into_iter().map(|(name, opened)| {
        let text = format!("Caja {name} abierta desde el {}", settings.local_text(opened));
        Attention { kind: "CASH_CYCLE", text, path: "/cashbox-cycles" }
    });
    Ok(old.collect())
}
