//! The rules of a printer's configuration. Pure.

use crate::words::{PaperSize, PrinterType};
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
    pub print_command: Option<PrintOption>,
    pub print_pre_account: Option<PrintOption>,
    pub print_receipt: Option<PrintOption>,
    pub opens_drawer: Option<bool>,
    pub status: Option<Status>,
    pub production_area_ids: Option<Vec<AreaId>>,
    pub cashbox_ids: Option<Vec<CashboxId>>,
}

/// A printer's configuration as it will be stored.
#[derive(Debug, Clone, PartialEq, Eq, comanda_from_row::FromRow, comanda_from_row::ToRow)]
pub struct SetUp {
    pub name: String,
    #[row(rename = "type")]
    pub kind: PrinterType,
    pub address: String,
    pub size: PaperSize,
    pub profile: String,
    pub agent_id: Option<AgentId>,
    pub stand_in_id: Option<PrinterId>,
    pub print_command: PrintOption,
    pub print_pre_account: PrintOption,
    pub print_receipt: PrintOption,
    pub opens_drawer: bool,
    pub status: Status,
}

impl Default for SetUp {
    fn default() -> Self {
        Self {
            name: String::new(),
            kind: PrinterType::Virtual,
            address: String::new(),
            size: PaperSize::Mm80,
            profile: "generic".into(),
            agent_id: None,
            stand_in_id: None,
            print_command: PrintOption::Print,
            print_pre_account: PrintOption::Print,
            print_receipt: PrintOption::Print,
            opens_drawer: false,
            status: Status::Active,
        }
    }
}

impl SetUp {
    /// Applies the fields of the form.
    pub fn merge(mut self, form: &PrinterForm) -> Self {
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
        self.opens_drawer = form.opens_drawer.unwrap_or(self.opens_drawer);
        if self.kind == PrinterType::Virtual {
            self.address.clear();
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
        faults.check(self.profile.chars().count() <= 60, "profile", "Elige un modelo de la lista.");
        faults.finish()
    }
}

fn find_address_error(kind: PrinterType, address: &str) -> Option<&'static str> {
    Address::parse(kind.into(), address).err().map(|wrong| wrong.message())
}

/// Refuses a stand-in that could not help.
pub fn check_stand_in(
    printer_id: Option<PrinterId>,
    set_up: &SetUp,
    stand_in: Option<(PrinterId, Option<AgentId>)>,
) -> Result<()> {
    match (set_up.stand_in_id, stand_in) {
        (None, _) => Ok(()),
        (id, _) if id == printer_id => invalid("stand_in_id", "Una impresora no puede reemplazarse a sí misma.").err(),
        (_, None) => invalid("stand_in_id", "Esa impresora de reemplazo ya no existe.").err(),
        (_, Some((_, agent))) if agent != set_up.agent_id => {
            invalid("stand_in_id", "La impresora de reemplazo debe estar en la misma PC.").err()
        }
        _ => Ok(()),
    }
}

/// Returns the refusal to delete a printer that something refers to.
pub fn in_use(reason: &str) -> Refusal {
    refuse(Code::InUse, format!("No se puede eliminar: {reason}. Quita ese uso o desactívala."))
}

#[cfg(test)]
mod tests {
    use super::{AgentId, PrinterId, PrinterType::*, SetUp, check_stand_in, find_address_error};

    #[test]
    fn an_address_must_fit_the_kind_of_connection() {
        let cases = [
            (Network, "192.168.1.50", true),
            (Network, "192.168.1.50:9100", true),
            (Network, "cocina.local:9100", true),
            (Network, "192.168.1.500", false),
            (Network, "192.168.1", false),
            (Network, "192.168.1.50:", false),
            (Network, "192.168.1.50:70000", false),
            (Network, "", false),
            (Network, "http://cocina", false),
            (Usb, "04b8:0e15:X7K1", true),
            (Usb, "/dev/usb/lp0", true),
            (Usb, "EPSON", false),
            (Usb, "", false),
            (Serial, "COM3", true),
            (Serial, "/dev/ttyUSB0:19200,8N1,rtscts", true),
            (Serial, "COM3:19201", false),
            (Spooler, "EPSON TM-T20III", true),
            (Spooler, "", false),
            (Virtual, "", true),
        ];
        for (kind, address, good) in cases {
            assert_eq!(find_address_error(kind, address).is_none(), good, "{kind} {address:?}");
        }
    }

    #[test]
    fn a_stand_in_is_another_printer_of_the_same_machine() {
        let set_up = |stand_in_id| SetUp { agent_id: Some(AgentId(1)), stand_in_id, ..SetUp::default() };
        let printer_id = Some(PrinterId(5));
        let six = |agent| Some((PrinterId(6), agent));
        assert!(check_stand_in(printer_id, &set_up(None), None).is_ok());
        assert!(check_stand_in(printer_id, &set_up(Some(PrinterId(6))), six(Some(AgentId(1)))).is_ok());
        assert!(check_stand_in(printer_id, &set_up(printer_id), None).is_err());
        assert!(check_stand_in(printer_id, &set_up(Some(PrinterId(6))), None).is_err());
        assert!(check_stand_in(printer_id, &set_up(Some(PrinterId(6))), six(Some(AgentId(2)))).is_err());
    }
}
