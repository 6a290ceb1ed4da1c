//! Compares the machine's clock with the server's.

use super::{Finding, Inspection};
use crate::clock::Clock;

const CHECK: &str = "Reloj";
/// The difference that people would notice in the times on tickets.
const NOTICEABLE_DIFFERENCE_MS: i64 = 120_000;
/// The difference at which certificates begin to fail.
const HARMFUL_DIFFERENCE_MS: i64 = 3_600_000;

pub(super) fn check(inspection: &Inspection) -> Option<Finding> {
    let server_ms = inspection.agent.as_ref().map(|view| view.server_time_ms).filter(|time| *time > 0)?;
    Some(judge(Clock::system().now_ms() - server_ms))
}

fn judge(ahead_ms: i64) -> Finding {
    let minutes = ahead_ms.abs() / 60_000;
    let way = if ahead_ms > 0 { "adelantado" } else { "atrasado" };
    let mend = if cfg!(windows) {
        "Configuración, Hora e idioma, «Sincronizar ahora»; si se repite, cambia la pila de la placa."
    } else {
        "sudo timedatectl set-ntp true; si se repite, cambia la pila de la placa."
    };
    match ahead_ms.abs() {
        0..NOTICEABLE_DIFFERENCE_MS => Finding::good(CHECK, "va con el del servidor"),
        NOTICEABLE_DIFFERENCE_MS..HARMFUL_DIFFERENCE_MS => {
            Finding::warning(CHECK, format!("está {way} {minutes} min"), mend)
        }
        _ => Finding::fault(CHECK, format!("está {way} {} h {} min", minutes / 60, minutes % 60), mend),
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Verdict, judge};

    #[test]
    fn a_small_difference_is_a_warning_and_a_large_one_a_fault() {
        assert_eq!(judge(-500).verdict, Verdict::Good);
        assert_eq!(judge(-200_000).text, "está atrasado 3 min");
        assert_eq!(judge(3 * 3_600_000 + 60_000).text, "está adelantado 3 h 1 min");
        assert_eq!(judge(3 * 3_600_000).verdict, Verdict::Fault);
    }
}
