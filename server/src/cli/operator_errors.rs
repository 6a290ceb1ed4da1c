//! Turns errors into one Spanish sentence that says what to do.

use anyhow::{Error, anyhow};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use comanda::{db, error};
use std::{io, net::SocketAddr};

/// Returns an error as one sentence: a refusal by its message, any other error with its causes.
pub(super) fn error_sentence(error: &Error) -> String {
    let text = match error.downcast_ref::<error::Error>() {
        Some(error::Error::Refused(refusal)) => refusal.message.clone(),
        _ => error_text(error),
    };
    as_sentence(&text)
}

/// Returns an error with its causes, each once; database errors are translated for operators.
pub(super) fn error_text(error: &Error) -> String {
    let mut texts: Vec<String> = Vec::new();
    for cause in error.chain() {
        let database_error = match cause.downcast_ref::<error::Error>() {
            Some(error::Error::Db(database_error)) => Some(database_error),
            _ => cause.downcast_ref::<db::Error>(),
        };
        if let Some(text) = database_error.and_then(operator_advice) {
            texts.push(text);
            break;
        }
        if let Some(db::Error::Db(wraps)) = database_error
            && let Some(text) = find_file_error(wraps)
        {
            texts.push(format!("no se pudo escribir el archivo: {text}"));
            break;
        }
        let text = file_error_text(cause).map_or_else(|| cause.to_string(), str::to_owned);
        // An error that only wraps another one often has the same text, or contains it.
        if !texts.iter().any(|before| before.contains(&text)) {
            texts.push(text);
        }
    }
    texts.join(": ")
}

/// Returns the text of a file error anywhere in the causes of an error.
fn find_file_error(error: &(dyn std::error::Error + 'static)) -> Option<&'static str> {
    let mut next = Some(error);
    while let Some(cause) = next {
        if let Some(text) = file_error_text(cause) {
            return Some(text);
        }
        let inner = cause.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        next = inner.map(|inner| inner as &(dyn std::error::Error + 'static)).or_else(|| cause.source());
    }
    None
}

/// Returns the text of a file error.
fn file_error_text(error: &(dyn std::error::Error + 'static)) -> Option<&'static str> {
    Some(match error.downcast_ref::<io::Error>()?.kind() {
        io::ErrorKind::NotFound => "no existe",
        io::ErrorKind::PermissionDenied => "no hay permiso",
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => "ya hay un archivo con el nombre de la carpeta",
        io::ErrorKind::IsADirectory => "es una carpeta; escribe también el nombre del archivo",
        io::ErrorKind::ReadOnlyFilesystem => "ese disco es de solo lectura",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "no queda espacio en ese disco",
        io::ErrorKind::InvalidFilename => "ese nombre es demasiado largo o no vale",
        _ => return None,
    })
}

/// Returns an operator's advice on a database error; `None` where the error's own text says more.
fn operator_advice(error: &db::Error) -> Option<String> {
    let text = match error {
        db::Error::Unavailable => "la base de datos no responde: revisa que esté encendida y vuelve a intentar",
        db::Error::Busy => "la base de datos está ocupada: alguien escribe en ella desde hace rato; vuelve a intentar",
        db::Error::DiskFull => "no queda espacio en el disco: libera espacio y vuelve a intentar",
        db::Error::Damaged(_) => "el archivo está dañado o no es una base de datos; elige otra copia",
        db::Error::Dangling(rows) => {
            let missing = match rows {
                1 => "a 1 fila le falta otra a la que se refiere".to_owned(),
                _ => format!("a {rows} filas les falta otra a la que se refieren"),
            };
            return Some(format!("el archivo está dañado: {missing}; elige otra copia"));
        }
        db::Error::NoCompany => "no tiene los datos de una empresa; elige la copia de una empresa",
        db::Error::LaterVersion => {
            "la hizo una versión más nueva de Comanda: actualiza este programa y vuelve a intentar"
        }
        error if error.is_disk_failure() => {
            "no se puede leer o escribir en el disco de la base de datos: revisa el disco y sus permisos, y vuelve a intentar"
        }
        _ => return None,
    };
    Some(text.to_owned())
}

/// Puts a text on one line, with a capital letter at its beginning and a full stop at its end.
fn as_sentence(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut letters = line.chars();
    // A file name keeps its case.
    let is_word = line.split(' ').next().is_some_and(|word| word.chars().all(char::is_alphabetic));
    let first = letters.next().map(|c| if is_word { c.to_uppercase().to_string() } else { c.to_string() });
    let first = first.unwrap_or_default();
    let end = if line.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

/// Returns the sentence for an invalid command line.
pub(super) fn usage_sentence(error: &clap::Error) -> String {
    let value_of = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    };
    let argument = value_of(ContextKind::InvalidArg);
    let what = match error.kind() {
        ErrorKind::MissingRequiredArgument => format!("falta {argument}"),
        ErrorKind::UnknownArgument => format!("no existe la opción {argument}"),
        ErrorKind::InvalidSubcommand => format!("no existe el comando {}", value_of(ContextKind::InvalidSubcommand)),
        ErrorKind::InvalidValue if value_of(ContextKind::InvalidValue).is_empty() => {
            format!("falta el valor de {argument}")
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            format!("{argument} no puede ser «{}»", value_of(ContextKind::InvalidValue))
        }
        ErrorKind::ArgumentConflict => format!("{argument} está dos veces o no va con otra opción"),
        _ => "no se entiende la orden".to_owned(),
    };
    as_sentence(&format!("{what}; agrega --help para ver cómo se escribe"))
}

/// Returns the error for an address, given by `option`, on which the server cannot listen.
pub(super) fn listen_error(listen: SocketAddr, option: &str, error: &io::Error) -> Error {
    let why = match error.kind() {
        io::ErrorKind::AddrInUse => format!("otro programa ya usa ese puerto; detenlo o elige otro con {option}"),
        io::ErrorKind::PermissionDenied => {
            format!("los puertos menores que 1024 piden permiso; elige otro con {option}, como 8080")
        }
        io::ErrorKind::AddrNotAvailable => {
            "esa dirección no es de esta computadora; usa 0.0.0.0 para todas las suyas".to_owned()
        }
        _ => return anyhow!("no se puede escuchar en {listen}: {error}"),
    };
    anyhow!("no se puede escuchar en {listen}: {why}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn an_error_is_one_sentence() {
        let refused: Error = error::Error::from(error::invalid("slug", "El nombre corto lleva minúsculas.")).into();
        assert_eq!(error_sentence(&refused), "El nombre corto lleva minúsculas.");
        let caused = Err::<(), _>(anyhow!("no\n  hay nada")).context("no se restauró").unwrap_err();
        assert_eq!(error_sentence(&caused), "No se restauró: no hay nada.");
    }

    #[test]
    fn file_errors_are_reported_in_spanish() {
        let denied = || io::Error::from(io::ErrorKind::PermissionDenied);
        let plain = Err::<(), _>(denied()).context("no se puede crear /srv/a").unwrap_err();
        assert_eq!(error_sentence(&plain), "No se puede crear /srv/a: no hay permiso.");
        let wrapped: Error = db::Error::Db(sqlx::Error::Io(io::Error::other(denied()))).into();
        assert_eq!(error_sentence(&wrapped), "No se pudo escribir el archivo: no hay permiso.");
    }
}
