//! When nothing is deleted. Pure.

use super::store::{Facts, Kind};
use comanda_base::error::{Code, Refusal, invalid, refuse};

/// What has to be typed.
pub(super) const WORD: &str = "borrar";

/// The word stands there exactly.
pub(super) fn word(given: &str) -> Result<(), Refusal> {
    let text = "Debes escribir exactamente la palabra 'borrar' para continuar.";
    if given == WORD { Ok(()) } else { Err(invalid("word", text)) }
}

/// Why this cannot be deleted now, in words that say what to do; none: it can.
pub(super) fn why_not(kind: Kind, facts: &Facts) -> Option<Refusal> {
    let refused = |text: String| Some(refuse(Code::Conflict, text));
    if kind.takes_sales() && facts.tax_documents > 0 {
        return refused(format!(
            "Ya {}: la ley pide conservar los comprobantes, y con ellos todas las ventas. Puedes anular documentos o desactivar productos.",
            some(facts.tax_documents, "se emitió 1 boleta o factura", "se emitieron", "boletas o facturas")
        ));
    }
    if kind.takes_sales() && facts.open_accounts > 0 {
        return refused(format!(
            "{} en el punto de venta.",
            some(
                facts.open_accounts,
                "Hay 1 cuenta abierta. Cóbrala o ciérrala primero",
                "Hay",
                "cuentas abiertas. Cóbralas o ciérralas primero"
            )
        ));
    }
    if kind.takes_sales() && facts.open_cycles > 0 {
        return refused(format!(
            "{} en Cajas y turnos.",
            some(facts.open_cycles, "Hay 1 caja abierta. Ciérrala primero", "Hay", "cajas abiertas. Ciérralas primero")
        ));
    }
    if kind.takes_sales() && facts.jobs_under_way > 0 {
        return refused(format!(
            "{} en Impresoras.",
            some(
                facts.jobs_under_way,
                "Hay 1 ticket por imprimir. Espera a que salga o cancélalo",
                "Hay",
                "tickets por imprimir. Espera a que salgan o cancélalos"
            )
        ));
    }
    if kind == Kind::Products && facts.order_lines > 0 {
        return refused(
            "Hay ventas que usan estos productos. Borra primero las ventas, o desactiva los productos.".into(),
        );
    }
    None
}

fn some(count: i64, one: &str, many: &str, of_many: &str) -> String {
    if count == 1 { one.to_owned() } else { format!("{many} {count} {of_many}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use comanda_base::money::Money;

    #[test]
    fn the_word_is_exact() {
        assert!(word("borrar").is_ok());
        for other in ["", "Borrar", "borrar ", "BORRAR", "delete"] {
            assert_eq!(word(other).unwrap_err().code, Code::Invalid, "{other}");
        }
    }

    #[test]
    fn what_would_leave_half_things_is_refused() {
        let calm = || Facts {
            open_accounts: 0,
            open_cycles: 0,
            tax_documents: 0,
            order_lines: 9,
            jobs_under_way: 0,
            sold: Money::ZERO,
        };
        for kind in [Kind::Sales, Kind::All] {
            assert!(why_not(kind, &calm()).is_none());
            for busy in [
                Facts { open_accounts: 1, ..calm() },
                Facts { open_cycles: 2, ..calm() },
                Facts { tax_documents: 1, ..calm() },
                Facts { jobs_under_way: 3, ..calm() },
            ] {
                assert!(why_not(kind, &busy).is_some(), "{kind:?} {busy:?}");
            }
        }
        assert!(why_not(Kind::Products, &calm()).is_some());
        assert!(why_not(Kind::Products, &Facts { order_lines: 0, open_cycles: 1, ..calm() }).is_none());
        assert!(why_not(Kind::Purchases, &Facts { open_accounts: 1, ..calm() }).is_none());
    }
}
