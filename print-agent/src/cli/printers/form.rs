//! The options that describe a printer: its address and what it prints.

use super::super::{
    Failure,
    context::{find_id_by_name, find_printer},
};
use crate::api::{AgentView, PrinterForm};

#[derive(Debug, Clone, Default, clap::Args)]
pub(in crate::cli) struct PrinterSettings {
    /// Dónde está: una IP, usb:…, /dev/usb/lp0, COM3:9600,8N1 o el nombre de una cola
    #[arg(long, value_name = "DIRECCIÓN")]
    pub(in crate::cli) address: Option<String>,
    /// Cómo se conecta: red, usb, serie, cola o virtual. Si falta, se deduce de la dirección
    #[arg(long = "type", value_name = "TIPO", value_parser = parse_kind)]
    pub(in crate::cli) kind: Option<String>,
    /// Área de producción que imprime, o «ninguna»; se puede repetir
    #[arg(long = "area", value_name = "ÁREA")]
    pub(in crate::cli) areas: Vec<String>,
    /// Caja cuyos comprobantes imprime, o «ninguna»; se puede repetir
    #[arg(long = "cashbox", value_name = "CAJA")]
    pub(in crate::cli) cashboxes: Vec<String>,
    /// Ancho del papel: 80 o 58. Si falta, 80
    #[arg(long, value_name = "MM", value_parser = ["80", "58"])]
    pub(in crate::cli) paper: Option<String>,
    /// Imprime etiquetas de este tamaño, una por unidad de lo que se lleva: 50x30, 40x30 o «no»
    #[arg(long, value_name = "MM", value_parser = ["50x30", "40x30", "no"])]
    pub(in crate::cli) label: Option<String>,
    /// Modelo, por ejemplo epson-tm-t20; de etiquetas: tspl o escpos-label
    #[arg(long, value_name = "MODELO")]
    pub(in crate::cli) profile: Option<String>,
    /// Tiene conectada la gaveta de dinero
    #[arg(long, value_name = "sí|no", num_args = 0..=1, default_missing_value = "sí", value_parser = yes_or_no)]
    pub(in crate::cli) drawer: Option<bool>,
    /// Impresora que la reemplaza si no puede imprimir
    #[arg(long, value_name = "NOMBRE")]
    pub(in crate::cli) stand_in: Option<String>,
    /// Segundos que un ticket la espera antes de salir en la de reemplazo: de 5 a 300. Si falta, 30
    #[arg(long, value_name = "SEGUNDOS", value_parser = clap::value_parser!(i64).range(5..=300))]
    pub(in crate::cli) stand_in_after: Option<i64>,
}

pub(in crate::cli) fn parse_kind(text: &str) -> Result<String, String> {
    let kind = match text.to_lowercase().as_str() {
        "red" | "network" => "NETWORK",
        "usb" => "USB",
        "serie" | "serial" => "SERIAL",
        "cola" | "spooler" => "SPOOLER",
        "virtual" => "VIRTUAL",
        _ => return Err("es red, usb, serie, cola o virtual".to_owned()),
    };
    Ok(kind.to_owned())
}

fn yes_or_no(text: &str) -> Result<bool, String> {
    match text.to_lowercase().as_str() {
        "sí" | "si" | "yes" | "true" => Ok(true),
        "no" | "false" => Ok(false),
        _ => Err("es sí o no".to_owned()),
    }
}

impl PrinterSettings {
    /// Converts the options to the form that the server accepts, with ids instead of names.
    pub(in crate::cli) fn form(&self, view: &AgentView) -> Result<PrinterForm, Failure> {
        let ids = |all, wanted: &[String], what| -> Result<Option<Vec<i64>>, Failure> {
            if matches!(wanted, [name] if name.eq_ignore_ascii_case("ninguna")) {
                return Ok(Some(Vec::new()));
            }
            let ids = wanted.iter().map(|name| find_id_by_name(all, name, what)).collect::<Result<Vec<_>, _>>()?;
            Ok((!ids.is_empty()).then_some(ids))
        };
        let guessed = self.address.as_deref().map(|address| kind_of_address(address).to_owned());
        let stand_in = self.stand_in.as_deref().map(|name| find_printer(&view.printers, name)).transpose()?;
        Ok(PrinterForm {
            name: None,
            kind: self.kind.clone().or(guessed),
            address: self.address.as_deref().map(|address| address.trim().to_owned()),
            size: self.paper.clone(),
            profile: self.profile.clone(),
            media: self.label.as_deref().map(|size| if size == "no" { "TICKET" } else { "LABEL" }.to_owned()),
            label_size: self.label.clone().filter(|size| size != "no"),
            opens_drawer: self.drawer,
            stand_in_id: stand_in.map(|printer| printer.id),
            stand_in_after_s: self.stand_in_after,
            production_area_ids: ids(&view.areas, &self.areas, "no hay un área que se llame")?,
            cashbox_ids: ids(&view.cashboxes, &self.cashboxes, "no hay una caja que se llame")?,
        })
    }
}

/// Guesses the type of connection from a printer's address.
///
/// It never guesses a print queue, because the name of a queue can look like anything.
pub(super) fn kind_of_address(address: &str) -> &'static str {
    let address = address.trim().to_lowercase();
    let port = address.split(':').next().unwrap_or_default();
    let com =
        port.strip_prefix("com").is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()));
    if address.starts_with("usb:") || address.starts_with("/dev/usb/") {
        "USB"
    } else if com || address.starts_with("/dev/") {
        "SERIAL"
    } else {
        "NETWORK"
    }
}

#[cfg(test)]
mod tests {
    use super::kind_of_address;

    #[test]
    fn the_connection_type_is_guessed_from_the_address() {
        let cases = [
            ("192.168.1.50", "NETWORK"),
            ("cocina.local:9100", "NETWORK"),
            ("comedor.local", "NETWORK"),
            ("usb:04b8:0202:X7K1", "USB"),
            ("/dev/usb/lp0", "USB"),
            ("COM3:19200,8N1", "SERIAL"),
            ("com12", "SERIAL"),
            ("/dev/ttyUSB0:9600,8N1", "SERIAL"),
        ];
        for (address, kind) in cases {
            assert_eq!(kind_of_address(address), kind, "{address}");
        }
    }
}
