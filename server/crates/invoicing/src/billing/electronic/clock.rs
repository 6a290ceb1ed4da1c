//! Detects a wrong server clock: from the replies of the tax authority, before the first of them from the server's own time sources, or
//! else from the company's last document.

use super::{model::Gateway, setup::BillingSetup, store};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Result, refuse},
};
use comanda_platform::{
    clock_check::{ClockComparison, PROGRAM_BEGAN_S},
    companies::Company,
    settings::tax::{day_begins, issue_date, issue_text},
    state::App,
    use_case::Work,
};

/// A finding that the clock is wrong by more than two minutes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongClock {
    /// The text that tells users what is wrong.
    pub text: String,
    /// Whether the clock shows another day; then nothing electronic is issued and nothing is sent.
    pub is_other_day: bool,
}

/// Returns what is known to be wrong with the clock now, for a company.
pub async fn wrong_clock(tx: &mut Tx, app: &App, company: &Company, now: DateTime<Utc>) -> Result<Option<WrongClock>> {
    let shown = issue_text(now);
    match app.clock_check(company.id).compare_clock(now) {
        ClockComparison::Right => Ok(None),
        ClockComparison::Off(elsewhere) => Ok(Some(WrongClock {
            text: format!("El reloj del servidor dice {shown} y el de la SUNAT {}", issue_text(elsewhere)),
            is_other_day: issue_date(elsewhere) != issue_date(now),
        })),
        ClockComparison::Unheard => check_without_sunat(tx, app, now).await,
    }
}

/// Compares the clock with the server's own time sources; where these are silent, with the age of the program and the last document.
async fn check_without_sunat(tx: &mut Tx, app: &App, now: DateTime<Utc>) -> Result<Option<WrongClock>> {
    let gateway = BillingSetup::load(tx).await?.gateway;
    // A demonstration has documents with invented dates.
    if gateway == Gateway::Demo {
        return Ok(None);
    }
    let shown = issue_text(now);
    match app.time_sources().compare_clock(now) {
        (ClockComparison::Right, _) => Ok(None),
        (ClockComparison::Off(elsewhere), whose) => Ok(Some(WrongClock {
            text: format!("El reloj del servidor dice {shown} y {whose} {}", issue_text(elsewhere)),
            is_other_day: issue_date(elsewhere) != issue_date(now),
        })),
        (ClockComparison::Unheard, _) => check_against_local_data(tx, gateway, now).await,
    }
}

/// Compares the clock with the age of the program and the company's last document.
async fn check_against_local_data(tx: &mut Tx, gateway: Gateway, now: DateTime<Utc>) -> Result<Option<WrongClock>> {
    let shown = issue_text(now);
    if now.timestamp() < PROGRAM_BEGAN_S {
        let text = format!("El reloj del servidor dice {shown}, y entonces este programa todavía no existía");
        return Ok(Some(WrongClock { text, is_other_day: true }));
    }
    // Without a gateway nobody could ever tell that the later document has the wrong date.
    if gateway == Gateway::None {
        return Ok(None);
    }
    let Some(last) = store::find_last_day_after(tx, issue_date(now)).await? else { return Ok(None) };
    let last = last.format("%d/%m/%Y");
    let text = format!("El reloj del servidor dice {shown} y el último comprobante emitido es del {last}");
    Ok(Some(WrongClock { text, is_other_day: true }))
}

/// Returns the earliest time that the tax authority's clock can show: the day of the last accepted document, since it accepts none with a
/// future date.
pub async fn find_earliest_possible_time(tx: &mut Tx) -> Result<Option<DateTime<Utc>>> {
    Ok(store::find_last_accepted_day(tx).await?.map(day_begins))
}

/// Refuses to issue a document when the clock shows a wrong day: its number would be wasted, and on paper nobody would notice.
pub(super) async fn require_correct_day(work: &mut Work<'_>) -> Result<()> {
    let actor = work.actor;
    let wrong = wrong_clock(work.tx, &actor.app, &actor.company, work.now).await?;
    let Some(WrongClock { text, .. }) = wrong.filter(|wrong| wrong.is_other_day) else { return Ok(()) };
    let mend = "Corrige la fecha y hora que no sea la de verdad para emitir boletas y facturas.";
    refuse(Code::Conflict, format!("{text}. {mend}")).err()
}
