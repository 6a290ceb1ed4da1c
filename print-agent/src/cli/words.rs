//! The Spanish words for the states, reasons and types that the server sends.

use crate::clock::Clock;

pub(super) fn printer_state(state: &str) -> &str {
    match state {
        "READY" => "lista",
        "PAPER_NEAR_END" => "queda poco papel",
        "PAPER_OUT" => "sin papel",
        "COVER_OPEN" => "tapa abierta",
        "OFFLINE" => "no responde",
        "ERROR" => "con un error",
        "" => "sin noticias",
        other => other,
    }
}

/// A printer's state in Spanish, or a more exact reason if the agent found one.
pub(super) fn printer_state_or_trouble<'a>(state: &'a str, trouble: Option<&'a str>) -> &'a str {
    match (state, trouble) {
        ("OFFLINE", Some("BABBLING")) => "manda datos sin parar",
        ("OFFLINE", Some("NOT_A_PRINTER")) => "no es una impresora",
        _ => printer_state(state),
    }
}

pub(super) fn printer_kind(kind: &str) -> &str {
    match kind {
        "NETWORK" => "red",
        "USB" => "USB",
        "SERIAL" => "serie",
        "SPOOLER" => "cola",
        "VIRTUAL" => "virtual",
        other => other,
    }
}

pub(super) fn job_state(state: &str) -> &str {
    match state {
        "PENDING" => "pendiente",
        "OFFERED" => "de camino",
        "SPOOLED" => "en esta PC",
        "PRINTING" => "imprimiendo",
        "DONE" => "impreso",
        "HELD" => "retenido",
        "UNCERTAIN" => "por decidir",
        "EXPIRED" => "vencido",
        "REROUTED" => "desviado",
        "CANCELLED" => "anulado",
        other => other,
    }
}

pub(super) fn reason_text(reason: &str) -> &str {
    match reason {
        "paper_out" => "sin papel",
        "cover_open" => "tapa abierta",
        "offline" => "la impresora no responde",
        "error" => "error de la impresora",
        "connection_lost" => "se cortó la conexión",
        "agent_restarted" => "el agente se reinició",
        "no_printer" => "sin impresora",
        "expired" => "pasó su hora",
        "too_large" => "demasiado largo para una impresora",
        other => other,
    }
}

pub(super) fn document_text(document: &str) -> &str {
    match document {
        "COMMAND" => "comanda",
        "REPRINT" => "reimpresión",
        "CANCELLATION" => "anulación",
        "TABLE_CHANGE" => "cambio de mesa",
        "PREBILL" => "precuenta",
        "RECEIPT" => "comprobante",
        "CASH" => "caja",
        "PROMOTION" => "promoción",
        "DRAWER" => "gaveta",
        "TEST" => "prueba",
        other => other,
    }
}

/// Says in words what a confirmation level (L0, L1, L2) proves.
pub(super) fn level_text(level: &str) -> &str {
    match level {
        "L0" => "L0: no confirma",
        "L1" => "L1: confirma que recibió todo",
        "L2" => "L2: confirma que imprimió",
        other => other,
    }
}

/// The age of a moment in Spanish, for example `hace 5 min`.
pub(super) fn age_text(at_ms: i64, now_ms: i64) -> String {
    let seconds = (now_ms - at_ms).max(0) / 1000;
    match seconds {
        0..60 => format!("hace {seconds} s"),
        60..3600 => format!("hace {} min", seconds / 60),
        3600..172_800 => format!("hace {} h", seconds / 3600),
        _ => format!("hace {} días", seconds / 86_400),
    }
}

/// The age of a time in the server's text format. It is empty if there is no readable time.
pub(super) fn age_text_from_time(time: Option<&str>) -> String {
    time.and_then(epoch_ms).map_or_else(String::new, |at_ms| age_text(at_ms, Clock::system().now_ms()))
}

/// Converts a UTC time such as `2026-11-21T23:35:18…Z` to milliseconds since 1970.
fn epoch_ms(time: &str) -> Option<i64> {
    let number = |from: usize, to: usize| time.get(from..to)?.parse::<i64>().ok();
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    // The number of days since 1970, calculated with years that begin in March.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468;
    Some((((days * 24 + hour) * 60 + minute) * 60 + second) * 1000)
}

#[cfg(test)]
mod tests {
    use super::{age_text, epoch_ms};

    #[test]
    fn server_times_are_parsed() {
        assert_eq!(epoch_ms("1970-01-01T00:00:00Z"), Some(0));
        assert_eq!(epoch_ms("2024-02-29T12:30:15.250Z"), Some(1_709_209_815_000));
        assert_eq!(epoch_ms("2026-11-21T23:35:18Z"), Some(1_795_304_118_000));
        assert_eq!(epoch_ms("ayer"), None);
    }

    #[test]
    fn ages_are_written_in_spanish() {
        assert_eq!(age_text(0, 59_999), "hace 59 s");
        assert_eq!(age_text(0, 3_600_000), "hace 1 h");
        assert_eq!(age_text(10, 0), "hace 0 s");
        assert_eq!(age_text(0, 3 * 86_400_000), "hace 3 días");
    }
}
