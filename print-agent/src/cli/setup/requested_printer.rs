//! The value of `--add`: a printer that must exist after `setup`.

use super::super::{
    Failure,
    printers::{self, PrinterSettings},
};
use crate::api::{AgentView, Api};

/// A printer that the options ask for.
#[derive(Debug, Clone)]
pub(super) struct RequestedPrinter {
    pub(super) name: String,
    setting: PrinterSettings,
}

/// Reads `NOMBRE=DIRECCIÓN;más=datos`.
pub(super) fn parse(text: &str) -> Result<RequestedPrinter, String> {
    let (name, rest) = text.split_once('=').ok_or("se escribe NOMBRE=DIRECCIÓN")?;
    let mut parts = rest.split(';').map(str::trim);
    let mut setting = PrinterSettings {
        address: parts.next().filter(|address| !address.is_empty()).map(str::to_owned),
        ..PrinterSettings::default()
    };
    for part in parts.filter(|part| !part.is_empty()) {
        let (key, value) = part.split_once('=').map_or((part, ""), |(key, value)| (key.trim(), value.trim()));
        match key {
            "area" | "área" => setting.areas.push(value.to_owned()),
            "cashbox" | "caja" => setting.cashboxes.push(value.to_owned()),
            "paper" | "papel" if ["80", "58"].contains(&value) => setting.paper = Some(value.to_owned()),
            "type" | "tipo" => setting.kind = Some(printers::parse_kind(value)?),
            "profile" | "modelo" => setting.profile = Some(value.to_owned()),
            "drawer" | "gaveta" => setting.drawer = Some(value != "no"),
            _ => {
                return Err(format!(
                    "no se entiende «{part}»: puede ser area=, cashbox=, paper=80|58, type=, profile= o drawer"
                ));
            }
        }
    }
    if name.trim().is_empty() || (setting.address.is_none() && setting.kind.as_deref() != Some("VIRTUAL")) {
        return Err("se escribe NOMBRE=DIRECCIÓN".to_owned());
    }
    Ok(RequestedPrinter { name: name.trim().to_owned(), setting })
}

/// Adds the requested printers. A printer whose name already exists is not added again.
pub(super) async fn add_all(
    api: &Api,
    view: &AgentView,
    requested: &[RequestedPrinter],
) -> Result<Vec<(i64, String)>, Failure> {
    let mut added = Vec::new();
    for wanted in requested {
        if let Some(known) = view.printers.iter().find(|printer| printer.name.eq_ignore_ascii_case(&wanted.name)) {
            added.push((known.id, known.name.clone()));
            continue;
        }
        added.push((printers::add(api, view, &wanted.name, &wanted.setting).await?, wanted.name.clone()));
    }
    Ok(added)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn one_argument_describes_a_printer() {
        let read = parse("COCINA=192.168.1.50; area=Cocina;papel=58;gaveta").expect("is understood");
        assert_eq!((read.name.as_str(), read.setting.address.as_deref()), ("COCINA", Some("192.168.1.50")));
        assert_eq!(
            (read.setting.areas.as_slice(), read.setting.drawer),
            (["Cocina".to_owned()].as_slice(), Some(true))
        );
        assert_eq!(read.setting.paper.as_deref(), Some("58"));
    }

    #[test]
    fn the_error_quotes_the_part_that_is_wrong() {
        for (text, named) in [
            ("COCINA", "NOMBRE=DIRECCIÓN"),
            ("=192.168.1.50", "NOMBRE=DIRECCIÓN"),
            ("COCINA=", "NOMBRE=DIRECCIÓN"),
            ("COCINA=192.168.1.50;papel=72", "papel=72"),
            ("COCINA=192.168.1.50;type=bluetooth", "red, usb, serie, cola o virtual"),
        ] {
            let error = parse(text).expect_err(text);
            assert!(error.contains(named), "{text}: {error}");
        }
    }
}
