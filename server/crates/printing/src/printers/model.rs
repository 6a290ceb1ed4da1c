//! The rules of a printer's configuration. Pure.

use crate::words::{LabelSize, PaperSize, PrinterKind, PrinterType};
use comanda_base::{
    error::{Code, Faults, Refusal, Result, invalid, refuse},
    form::deserialize_optional,
    ids::{AgentId, AreaId, CashboxId, PrinterId},
    words::{Status, text_enum},
};
use comanda_ticket::wire::Address;
use serde::Deserialize;
use utoipa::ToSchema;

text_enum!(
    /// The treatment of a kind of document by a printer.
    PrintOption { Print = "PRINT", Pdf = "PDF", None = "NONE" }
);

/// The seconds that papers may wait for their printer before its stand-in prints them. A longer wait helps no kitchen.
pub const STAND_IN_SECONDS: std::ops::RangeInclusive<i64> = 5..=300;

/// The fields of a printer as the form sends them; PUT changes only what is given.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct PrinterForm {
    pub name: Option<String>,
    #[serde(rename = "type")]
    pub kind: Option<PrinterType>,
    /// `host:port`, device identity, serial path or queue name.
    pub address: Option<String>,
    pub size: Option<PaperSize>,
    pub profile: Option<String>,
    /// Absent: the company's only agent.
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<AgentId>)]
    pub agent_id: Option<Option<AgentId>>,
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<PrinterId>)]
    pub stand_in_id: Option<Option<PrinterId>>,
    /// The seconds that papers wait for it before the stand-in prints them, from 5 to 300; 30 where nobody says.
    pub stand_in_after_s: Option<i64>,
    pub print_command: Option<PrintOption>,
    pub print_pre_account: Option<PrintOption>,
    pub print_receipt: Option<PrintOption>,
    pub opens_drawer: Option<bool>,
    /// Whether it prints tickets or labels; tickets where nobody says.
    #[serde(rename = "kind")]
    pub media: Option<PrinterKind>,
    /// The size of its labels.
    pub label_size: Option<LabelSize>,
    /// Whether it prints labels for accounts of tables.
    pub labels_tables: Option<bool>,
    pub labels_take_away: Option<bool>,
    pub labels_delivery: Option<bool>,
    pub status: Option<Status>,
    pub production_area_ids: Option<Vec<AreaId>>,
    pub cashbox_ids: Option<Vec<CashboxId>>,
}

/// A printer's configuration as it will be stored.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow, comanda_from_row::ToRow)]
pub struct PrinterConfiguration {
    pub name: String,
    #[row(rename = "type")]
    pub kind: PrinterType,
    pub address: String,
    pub size: PaperSize,
    pub profile: String,
    pub agent_id: Option<AgentId>,
    pub stand_in_id: Option<PrinterId>,
    pub stand_in_after_s: i64,
    pub print_command: PrintOption,
    pub print_pre_account: PrintOption,
    pub print_receipt: PrintOption,
    pub opens_drawer: bool,
    #[row(rename = "kind")]
    pub media: PrinterKind,
    pub label_size: LabelSize,
    pub labels_tables: bool,
    pub labels_take_away: bool,
    pub labels_delivery: bool,
    pub status: Status,
}

impl Default for PrinterConfiguration {
    fn default() -> Self {
        Self {
            name: String::new(),
            kind: PrinterType::Virtual,
            address: String::new(),
            size: PaperSize::Mm80,
            profile: "generic".into(),
            agent_id: None,
            stand_in_id: None,
            stand_in_after_s: 30,
            print_command: PrintOption::Print,
            print_pre_account: PrintOption::Print,
            print_receipt: PrintOption::Print,
            opens_drawer: false,
            media: PrinterKind::Ticket,
            label_size: LabelSize::Mm50x30,
            labels_tables: false,
            labels_take_away: true,
            labels_delivery: true,
            status: Status::Active,
        }
    }
}

impl PrinterConfiguration {
    /// Applies the fields of the form.
    pub fn with_form(mut self, form: &PrinterForm) -> Self {
        let set = |field: &mut String, sent: &Option<String>| {
            if let Some(text) = sent {
                text.trim().clone_into(field);
            }
        };
        set(&mut self.name, &form.name);
        set(&mut self.address, &form.address);
        set(&mut self.profile, &form.profile);
        self.kind = form.kind.unwrap_or(self.kind);
        self.size = form.size.unwrap_or(self.size);
        self.print_command = form.print_command.unwrap_or(self.print_command);
        self.print_pre_account = form.print_pre_account.unwrap_or(self.print_pre_account);
        self.print_receipt = form.print_receipt.unwrap_or(self.print_receipt);
        self.status = form.status.unwrap_or(self.status);
        self.agent_id = form.agent_id.unwrap_or(self.agent_id);
        self.stand_in_id = form.stand_in_id.unwrap_or(self.stand_in_id);
        self.stand_in_after_s = form.stand_in_after_s.unwrap_or(self.stand_in_after_s);
        self.opens_drawer = form.opens_drawer.unwrap_or(self.opens_drawer);
        if self.kind == PrinterType::Virtual {
            self.address.clear();
        }
        self.with_label_form(form)
    }

    /// Applies the fields about labels.
    fn with_label_form(mut self, form: &PrinterForm) -> Self {
        self.media = form.media.unwrap_or(self.media);
        self.label_size = form.label_size.unwrap_or(self.label_size);
        self.labels_tables = form.labels_tables.unwrap_or(self.labels_tables);
        self.labels_take_away = form.labels_take_away.unwrap_or(self.labels_take_away);
        self.labels_delivery = form.labels_delivery.unwrap_or(self.labels_delivery);
        if self.media == PrinterKind::Label {
            // No drawer is connected to a printer of labels.
            self.opens_drawer = false;
        }
        self
    }

    /// Refuses an impossible configuration, with a text at every field that is wrong.
    pub fn check(&self) -> Result<()> {
        let mut faults = Faults::default();
        let name_fits = !self.name.is_empty() && self.name.chars().count() <= 40;
        faults.check(name_fits, "name", "Escribe un nombre de hasta 40 letras.");
        if let Some(text) = find_address_error(self.kind, &self.address) {
            faults.add("address", text);
        }
        let has_delay = STAND_IN_SECONDS.contains(&self.stand_in_after_s);
        faults.check(has_delay, "stand_in_after_s", "Escribe entre 5 y 300 segundos.");
        faults.check(self.profile.chars().count() <= 60, "profile", "Elige un modelo de la lista.");
        let labels_something = self.labels_tables || self.labels_take_away || self.labels_delivery;
        let text = "Elige para qué pedidos imprime etiquetas.";
        faults.check(self.media == PrinterKind::Ticket || labels_something, "labels_take_away", text);
        faults.finish()
    }
}

fn find_address_error(kind: PrinterType, address: &str) -> Option<&'static str> {
    Address::parse(kind.into(), address).err().map(|wrong| wrong.message())
}

/// A printer as one that stands in for another, or is to.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow)]
pub struct StandIn {
    pub id: PrinterId,
    name: String,
    #[row(rename = "type")]
    kind: PrinterType,
    pub agent_id: Option<AgentId>,
    pub stand_in_id: Option<PrinterId>,
    status: Status,
    #[row(rename = "kind")]
    pub media: PrinterKind,
}

/// Refuses a stand-in that could not help, with the company's printers at hand. One that has a stand-in of its own is accepted, since a
/// paper moves one step only, but not if the steps lead back: in a circle each would wait for the other.
pub fn check_stand_in(printer: Option<PrinterId>, stand_in: PrinterId, all: &[StandIn]) -> Result<()> {
    let refuse = |text: &str| invalid("stand_in_id", text).err();
    if Some(stand_in) == printer {
        return refuse("Una impresora no puede suplirse a sí misma.");
    }
    let find = |id: PrinterId| all.iter().find(|other| other.id == id);
    let Some(chosen) = find(stand_in) else {
        return refuse("Esa impresora ya no existe en este local. Elige otra.");
    };
    if !chosen.status.is_active() {
        return refuse(&format!("{} está desactivada: no puede suplir a otra.", chosen.name));
    }
    if chosen.kind == PrinterType::Virtual && chosen.agent_id.is_none() {
        return refuse(&format!("{} solo muestra papeles en pantalla: elige una que imprima.", chosen.name));
    }
    let mut step = Some(chosen);
    // As many steps as there are printers reach every one of them.
    for _ in all {
        step = step.and_then(|at| at.stand_in_id).and_then(find);
        if step.is_some_and(|at| Some(at.id) == printer) {
            return refuse(&format!("{} ya espera que esta la supla: se suplirían en círculo.", chosen.name));
        }
    }
    Ok(())
}

/// Refuses that labels stand in for tickets, with the company's printers at hand: a ticket does not fit on a sticker. The other way round
/// the sticker comes out on a slip of paper. `media` is what the printer is to print on.
pub fn check_stand_in_media(
    printer: Option<PrinterId>,
    media: PrinterKind,
    stand_in: Option<PrinterId>,
    all: &[StandIn],
) -> Result<()> {
    let own_stand_in = all.iter().find(|other| Some(other.id) == stand_in);
    if media == PrinterKind::Ticket
        && let Some(chosen) = own_stand_in.filter(|other| other.media == PrinterKind::Label)
    {
        let text = format!("{} imprime etiquetas: elige una que imprima tickets.", chosen.name);
        return invalid("stand_in_id", text).err();
    }
    let waits = |other: &&StandIn| other.media == PrinterKind::Ticket && Some(other.id) != printer;
    let mut waiting = all.iter().filter(|other| printer.is_some() && other.stand_in_id == printer).filter(waits);
    match waiting.next().filter(|_| media == PrinterKind::Label) {
        None => Ok(()),
        Some(other) => {
            let text = format!("Suple a {}, que imprime tickets: elige antes otra que la supla.", other.name);
            invalid("kind", text).err()
        }
    }
}

/// Returns the refusal to delete a printer that something refers to.
pub fn in_use(reason: &str) -> Refusal {
    refuse(Code::InUse, format!("No se puede eliminar: {reason}. Quita ese uso o desactívala."))
}

#[cfg(test)]
mod tests;
