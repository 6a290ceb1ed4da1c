//! Whether the server's clock is known to be wrong: by what the tax authority's replies say, before the first of them by what the
//! server's own sources say, and else by the last document of the house.

use super::{model::Gateway, setup::Setup, store};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Result, refuse},
};
use comanda_platform::{
    clock_check::{Compared, PROGRAM_BEGAN_S},
    companies::Company,
    settings::tax::{day_begins, issue_date, issue_text},
    state::App,
    use_case::Work,
};

/// A clock that is wrong by more than two minutes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongClock {
    /// It says to people what is wrong and what to do.
    pub text: String,
    /// It is true where the clock shows another day: nothing electronic is issued then, and nothing leaves.
    pub is_other_day: bool,
}

/// Tells what is known to be wrong with a company's clock now.
pub async fn wrong_clock(tx: &mut Tx, app: &App, company: &Company, now: DateTime<Utc>) -> Result<Option<WrongClock>> {
    let shown = issue_text(now);
    match app.clock_check(company.id).compare(now) {
        Compared::Right => Ok(None),
        Compared::Off(elsewhere) => Ok(Some(WrongClock {
            text: format!("El reloj del servidor dice {shown} y el de la SUNAT {}", issue_text(elsewhere)),
            is_other_day: issue_date(elsewhere) != issue_date(now),
        })),
        Compared::Unheard => without_the_tax_authority(tx, app, now).await,
    }
}

/// Compares the clock with the server's own sources; where these are silent, with the program's age and the house's last document.
async fn without_the_tax_authority(tx: &mut Tx, app: &App, now: DateTime<Utc>) -> Result<Option<WrongClock>> {
    let gateway = Setup::load(tx).await?.gateway;
    // A demonstration has documents of days that it invents.
    if gateway == Gateway::Demo {
        return Ok(None);
    }
    let shown = issue_text(now);
    match app.time_sources().compare(now) {
        (Compared::Right, _) => Ok(None),
        (Compared::Off(elsewhere), whose) => Ok(Some(WrongClock {
            text: format!("El reloj del servidor dice {shown} y {whose} {}", issue_text(elsewhere)),
            is_other_day: issue_date(elsewhere) != issue_date(now),
        })),
        (Compared::Unheard, _) => by_what_is_here(tx, gateway, now).await,
    }
}

/// Compares the clock with the program's age and the house's last document.
async fn by_what_is_here(tx: &mut Tx, gateway: Gateway, now: DateTime<Utc>) -> Result<Option<WrongClock>> {
    let shown = issue_text(now);
    if now.timestamp() < PROGRAM_BEGAN_S {
        let text = format!("El reloj del servidor dice {shown}, y entonces este programa todavía no existía");
        return Ok(Some(WrongClock { text, is_other_day: true }));
    }
    // There nobody could ever say that the later document was the one with the wrong day.
    if gateway == Gateway::None {
        return Ok(None);
    }
    let Some(last) = store::last_day_after(tx, issue_date(now)).await? else { return Ok(None) };
    let last = last.format("%d/%m/%Y");
    let text = format!("El reloj del servidor dice {shown} y el último comprobante emitido es del {last}");
    Ok(Some(WrongClock { text, is_other_day: true }))
}

/// Finds the earliest moment that the tax authority's clock can show: the day of the last document that it took, since it takes none
/// of days to come.
pub async fn known_to_be_after(tx: &mut Tx) -> Result<Option<DateTime<Utc>>> {
    Ok(store::last_accepted_day(tx).await?.map(day_begins))
}

/// Refuses to date a document on a day that is not: its number would be used up in vain, and on paper nobody would notice.
pub(super) async fn must_be_of_this_day(work: &mut Work<'_>) -> Result<()> {
    let actor = work.actor;
    let wrong = wrong_clock(work.tx, &actor.app, &actor.company, work.now).await?;
    let Some(WrongClock { text, .. }) = wrong.filter(|wrong| wrong.is_other_day) else { return Ok(()) };
    let mend = "Corrige la fecha y hora que no sea la de verdad para emitir boletas y facturas.";
    refuse(Code::Conflict, format!("{text}. {mend}")).err()
}
