//! The state of the printers that a till uses, shown before a paper waits for them, so that somebody nearby can act in time.

use super::{
    handover::{self, Relief},
    link,
    printers::{self, PrinterSelection, PrinterView},
    words::{PrinterState, PrinterTrouble},
};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{CashboxId, PrinterId},
};
use comanda_platform::use_case::{Action, Actor};
use serde::Serialize;
use utoipa::ToSchema;

/// A problem with a printer that somebody at this till should solve.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Notice {
    /// The problem: "Caja no tiene papel".
    pub title: String,
    /// Tells what to do about the notice.
    pub advice: String,
    /// Never READY.
    state: PrinterState,
    pub printer_ids: Vec<PrinterId>,
}

impl Notice {
    /// Whether paper still comes out, so that there is time to act.
    pub fn still_prints(&self) -> bool {
        self.state == PrinterState::PaperNearEnd
    }
}

/// The facts about the user that decide which notices are shown.
#[derive(Debug, Clone, Copy)]
struct NoticeScope {
    cashbox: Option<CashboxId>,
    sees_to_all: bool,
}

/// Loads the notices for this user's till.
pub async fn load_notices(tx: &mut Tx, actor: &Actor) -> Result<Vec<Notice>> {
    let till = NoticeScope { cashbox: actor.cashbox_id, sees_to_all: actor.can_without_pin(Action::Printers) };
    let online = link::online_since(actor.app.realtime(), &actor.company);
    let all = printers::load_printers(tx, PrinterSelection::All, &online).await?;
    let machine_is_gone = |p: &PrinterView| p.agent_id.is_some_and(|agent| !online.contains_key(&agent));
    let mut reliefs = Vec::new();
    if all.iter().any(|printer| printer.stand_in_id.is_some() && !printer.state.prints()) {
        reliefs = handover::list_reliefs(tx, actor).await?;
        reliefs.retain(|relief| relief.active);
    }
    Ok(notices_for(&all, &reliefs, till, machine_is_gone))
}

fn notices_for(
    all: &[PrinterView],
    reliefs: &[Relief],
    till: NoticeScope,
    machine_is_gone: impl Fn(&PrinterView) -> bool,
) -> Vec<Notice> {
    let wanted = all.iter().filter(|printer| concerns(printer, till));
    let (unreachable, reachable): (Vec<_>, Vec<_>) = wanted.partition(|printer| machine_is_gone(printer));
    let mut notices: Vec<Notice> = Vec::new();
    let mut machines: Vec<_> = unreachable.iter().filter_map(|printer| printer.agent_name.as_deref()).collect();
    machines.sort_unstable();
    machines.dedup();
    for machine in machines {
        let lost: Vec<_> = unreachable.iter().copied().filter(|p| p.agent_name.as_deref() == Some(machine)).collect();
        notices.push(machine_notice(machine, &lost, all));
    }
    notices.extend(reachable.into_iter().map(|printer| printer_notice(printer, all)));
    let concerned = |r: &&Relief| uses_printer(all, r.printer_id, till) || uses_printer(all, r.stand_in_id, till);
    notices.extend(reliefs.iter().filter(concerned).map(stand_in_notice));
    // A low roll of paper can wait until the other problems are solved.
    notices.sort_by_key(Notice::still_prints);
    notices
}

/// Whether somebody at this till waits for papers of the printer.
fn is_used(printer: &PrinterView, till: NoticeScope) -> bool {
    is_own(printer, till)
        || !printer.production_area_ids.is_empty()
        || (till.sees_to_all && !printer.cashbox_ids.is_empty())
}

fn is_own(printer: &PrinterView, till: NoticeScope) -> bool {
    till.cashbox.is_some_and(|cashbox| printer.cashbox_ids.contains(&cashbox))
}

fn uses_printer(all: &[PrinterView], printer: PrinterId, till: NoticeScope) -> bool {
    all.iter().any(|p| p.id == printer && (till.sees_to_all || is_used(p, till)))
}

fn concerns(printer: &PrinterView, till: NoticeScope) -> bool {
    let used = is_used(printer, till);
    printer.status.is_active()
        && match printer.state {
            PrinterState::Ready => false,
            PrinterState::PaperNearEnd => is_own(printer, till) || (used && till.sees_to_all),
            _ => used,
        }
}

fn machine_notice(machine: &str, lost: &[&PrinterView], all: &[PrinterView]) -> Notice {
    let names: Vec<_> = lost.iter().map(|printer| printer.name.as_str()).collect();
    let relieved = |printer: &&PrinterView| {
        let other = ready_stand_in(printer, all)?;
        Some(format!(" Mientras tanto lo de {} sale por {}.", printer.name, other.name))
    };
    let reliefs: String = lost.iter().filter_map(relieved).collect();
    Notice {
        title: format!("La computadora {machine} no responde"),
        advice: format!(
            "Sin ella no se imprime en {}: revisa que esté encendida y con red.{reliefs}",
            names.join(", ")
        ),
        state: PrinterState::Offline,
        printer_ids: lost.iter().map(|printer| printer.id).collect(),
    }
}

/// Returns title and advice for an offline printer, from what its agent found.
pub(super) fn offline_texts(name: &str, trouble: Option<PrinterTrouble>) -> (String, &'static str) {
    match trouble {
        Some(PrinterTrouble::Babbling) => (
            format!("{name} manda datos sin parar"),
            "Apágala y enciéndela. Si sigue, revisa el cable y que la dirección sea la de una impresora de tickets.",
        ),
        Some(PrinterTrouble::NotAPrinter) => (
            format!("{name} no es una impresora"),
            "En su dirección hay un archivo y no un dispositivo: corrígela en Impresoras.",
        ),
        None => (format!("{name} no responde"), "Revisa que esté encendida y conectada."),
    }
}

fn printer_notice(printer: &PrinterView, all: &[PrinterView]) -> Notice {
    let name = &printer.name;
    let (title, advice) = match printer.state {
        PrinterState::PaperNearEnd => (format!("Queda poco papel en {name}"), "Ten un rollo a la mano."),
        PrinterState::PaperOut => (format!("{name} no tiene papel"), "Cambia el rollo: lo que espera sale solo."),
        PrinterState::CoverOpen => (format!("{name} tiene la tapa abierta"), "Ciérrala y sigue sola."),
        PrinterState::Error => (
            format!("{name} tiene un error"),
            "Apágala, mira que el papel y el cortador no estén trabados y enciéndela.",
        ),
        _ => offline_texts(name, printer.trouble),
    };
    let advice = match ready_stand_in(printer, all) {
        Some(other) if printer.state != PrinterState::PaperNearEnd => {
            format!("{advice} Mientras tanto imprime {}.", other.name)
        }
        _ => advice.to_owned(),
    };
    Notice { title, advice, state: printer.state, printer_ids: vec![printer.id] }
}

fn ready_stand_in<'a>(printer: &PrinterView, all: &'a [PrinterView]) -> Option<&'a PrinterView> {
    let prints = |p: &PrinterView| p.status.is_active() && p.state.prints();
    all.iter().find(|other| Some(other.id) == printer.stand_in_id && prints(other))
}

/// Tells the place of a stand-in that papers of another printer come out there.
fn stand_in_notice(relief: &Relief) -> Notice {
    let areas = relief.areas().join(" y ");
    let way = if areas.is_empty() { String::new() } else { format!(": llévalos a {areas}") };
    Notice {
        title: format!("{} imprime también lo de {}", relief.stand_in, relief.printer),
        advice: format!("Esos papeles dicen arriba PARA {}{way}.", relief.printer.to_uppercase()),
        state: relief.printer_state,
        printer_ids: vec![relief.stand_in_id],
    }
}
