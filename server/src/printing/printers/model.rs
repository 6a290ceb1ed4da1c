//! What a printer may be: pure rules of its set-up.

use crate::{
    error::{Code, Faults, Refusal, Result, invalid, refuse},
    ids::{AgentId, AreaId, CashboxId, PrinterId},
};
use comanda_ticket::wire::{Address, PrinterType};
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;

/// The fields of a printer as the form sends them; with PUT only what is given changes.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct PrinterForm {
    pub name: Option<String>,
    /// NETWORK, USB, SERIAL, SPOOLER or VIRTUAL.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// `host:port`, device identity, serial path or queue name.
    pub address: Option<String>,
    /// 80 or 58.
    pub size: Option<String>,
    pub profile: Option<String>,
    /// Left out: the company's only agent.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<AgentId>)]
    pub agent_id: Option<Option<AgentId>>,
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<PrinterId>)]
    pub stand_in_id: Option<Option<PrinterId>>,
    /// PRINT, PDF or NONE.
    pub print_command: Option<String>,
    pub print_pre_account: Option<String>,
    pub print_receipt: Option<String>,
    pub opens_drawer: Option<bool>,
    pub status: Option<String>,
    pub production_area_ids: Option<Vec<AreaId>>,
    pub cashbox_ids: Option<Vec<CashboxId>>,
}

/// `null` takes the value away, a missing field leaves it.
fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(d: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(d).map(Some)
}

/// A printer's set-up as it will be kept.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct SetUp {
    pub name: String,
    #[sqlx(rename = "type")]
    pub kind: String,
    pub address: String,
    pub size: String,
    pub profile: String,
    pub agent_id: Option<AgentId>,
    pub stand_in_id: Option<PrinterId>,
    pub print_command: String,
    pub print_pre_account: String,
    pub print_receipt: String,
    pub opens_drawer: bool,
    pub status: String,
}

impl Default for SetUp {
    fn default() -> Self {
        let print = || "PRINT".to_owned();
        Self {
            name: String::new(),
            kind: String::new(),
            address: String::new(),
            size: "80".into(),
            profile: "generic".into(),
            agent_id: None,
            stand_in_id: None,
            print_command: print(),
            print_pre_account: print(),
            print_receipt: print(),
            opens_drawer: false,
            status: "ACTIVE".into(),
        }
    }
}

impl SetUp {
    /// With the fields that the form gives.
    pub fn changed_by(mut self, form: &PrinterForm) -> Self {
        let set = |field: &mut String, given: &Option<String>| {
            if let Some(text) = given {
                text.trim().clone_into(field);
            }
        };
        set(&mut self.name, &form.name);
        set(&mut self.kind, &form.kind);
        set(&mut self.address, &form.address);
        set(&mut self.size, &form.size);
        set(&mut self.profile, &form.profile);
        set(&mut self.print_command, &form.print_command);
        set(&mut self.print_pre_account, &form.print_pre_account);
        set(&mut self.print_receipt, &form.print_receipt);
        set(&mut self.status, &form.status);
        self.agent_id = form.agent_id.unwrap_or(self.agent_id);
        self.stand_in_id = form.stand_in_id.unwrap_or(self.stand_in_id);
        self.opens_drawer = form.opens_drawer.unwrap_or(self.opens_drawer);
        if self.kind == "VIRTUAL" {
            self.address.clear();
        }
        self
    }

    /// Refuses what no printer can be, with a text at every field that is wrong.
    pub fn check(&self) -> Result<()> {
        let mut wrong: Vec<(&str, &str)> = Vec::new();
        if self.name.is_empty() || self.name.chars().count() > 40 {
            wrong.push(("name", "Escribe un nombre de hasta 40 letras."));
        }
        if let Some(text) = wrong_address(&self.kind, &self.address) {
            wrong.push(text);
        }
        if !["80", "58"].contains(&self.size.as_str()) {
            wrong.push(("size", "El papel es de 80 o de 58 mm."));
        }
        if self.profile.chars().count() > 60 {
            wrong.push(("profile", "Elige un modelo de la lista."));
        }
        let options = [
            ("print_command", &self.print_command),
            ("print_pre_account", &self.print_pre_account),
            ("print_receipt", &self.print_receipt),
        ];
        for (field, value) in options {
            if !["PRINT", "PDF", "NONE"].contains(&value.as_str()) {
                wrong.push((field, "Elige imprimir, PDF o nada."));
            }
        }
        if !["ACTIVE", "INACTIVE"].contains(&self.status.as_str()) {
            wrong.push(("status", "Debe ser ACTIVE o INACTIVE."));
        }
        let mut faults = Faults::default();
        for (field, text) in wrong {
            faults.add(field, text);
        }
        faults.done()
    }
}

fn wrong_address(kind: &str, address: &str) -> Option<(&'static str, &'static str)> {
    let kind = match kind {
        "NETWORK" => PrinterType::Network,
        "USB" => PrinterType::Usb,
        "SERIAL" => PrinterType::Serial,
        "SPOOLER" => PrinterType::Spooler,
        "VIRTUAL" => PrinterType::Virtual,
        _ => return Some(("type", "Elige cómo se conecta: red, USB, serie, cola del sistema o virtual.")),
    };
    Address::parse(kind, address).err().map(|wrong| ("address", wrong.message()))
}

/// The refusal of a stand-in that could not help.
pub fn check_stand_in(
    own: Option<PrinterId>,
    set_up: &SetUp,
    stand_in: Option<(PrinterId, Option<AgentId>)>,
) -> Result<()> {
    match (set_up.stand_in_id, stand_in) {
        (None, _) => Ok(()),
        (id, _) if id == own => invalid("stand_in_id", "Una impresora no puede reemplazarse a sí misma.").err(),
        (_, None) => invalid("stand_in_id", "Esa impresora de reemplazo ya no existe.").err(),
        (_, Some((_, agent))) if agent != set_up.agent_id => {
            invalid("stand_in_id", "La impresora de reemplazo debe estar en la misma PC.").err()
        }
        _ => Ok(()),
    }
}

/// The refusal of deleting a printer that something refers to.
pub fn in_use(by: &str) -> Refusal {
    refuse(Code::InUse, format!("No se puede eliminar: {by}. Quita ese uso o desactívala."))
}

#[cfg(test)]
mod tests {
    use super::{AgentId, PrinterId, SetUp, check_stand_in, wrong_address};

    #[test]
    fn addresses_of_each_kind() {
        let cases = [
            ("NETWORK", "192.168.1.50", true),
            ("NETWORK", "192.168.1.50:9100", true),
            ("NETWORK", "cocina.local:9100", true),
            ("NETWORK", "192.168.1.500", false),
            ("NETWORK", "192.168.1", false),
            ("NETWORK", "192.168.1.50:", false),
            ("NETWORK", "192.168.1.50:70000", false),
            ("NETWORK", "", false),
            ("NETWORK", "http://cocina", false),
            ("USB", "04b8:0e15:X7K1", true),
            ("USB", "/dev/usb/lp0", true),
            ("USB", "EPSON", false),
            ("USB", "", false),
            ("SERIAL", "COM3", true),
            ("SERIAL", "/dev/ttyUSB0:19200,8N1,rtscts", true),
            ("SERIAL", "COM3:19201", false),
            ("SPOOLER", "EPSON TM-T20III", true),
            ("SPOOLER", "", false),
            ("VIRTUAL", "", true),
            ("PARALLEL", "LPT1", false),
        ];
        for (kind, address, good) in cases {
            assert_eq!(wrong_address(kind, address).is_none(), good, "{kind} {address:?}");
        }
    }

    #[test]
    fn a_stand_in_is_another_printer_of_the_same_machine() {
        let set_up = |stand_in_id| SetUp { agent_id: Some(AgentId(1)), stand_in_id, ..SetUp::default() };
        let own = Some(PrinterId(5));
        let six = |agent| Some((PrinterId(6), agent));
        assert!(check_stand_in(own, &set_up(None), None).is_ok());
        assert!(check_stand_in(own, &set_up(Some(PrinterId(6))), six(Some(AgentId(1)))).is_ok());
        assert!(check_stand_in(own, &set_up(own), None).is_err());
        assert!(check_stand_in(own, &set_up(Some(PrinterId(6))), None).is_err());
        assert!(check_stand_in(own, &set_up(Some(PrinterId(6))), six(Some(AgentId(2)))).is_err());
    }
}
