//! The conditions under which nothing is deleted. Pure.

use super::store::{DeletionFacts, Kind};
use comanda_base::error::{Code, Refusal, invalid, refuse};

/// The confirmation word to type.
pub(super) const CONFIRMATION_WORD: &str = "borrar";

/// Refuses any other confirmation word.
pub(super) fn check_word(word: &str) -> Result<(), Refusal> {
    let text = "Debes escribir exactamente la palabra 'borrar' para continuar.";
    if word == CONFIRMATION_WORD { Ok(()) } else { Err(invalid("word", text)) }
}

/// Returns why a kind cannot be deleted now, in a text that says what to do; `None` where it can.
pub(super) fn find_refusal(kind: Kind, facts: &DeletionFacts) -> Option<Refusal> {
    let refused = |text: String| Some(refuse(Code::Conflict, text));
    if kind.takes_sales() && facts.tax_documents > 0 {
        return refused(format!(
            "Ya {}: la ley pide conservar los comprobantes, y con ellos todas las ventas. Puedes anular documentos o desactivar productos.",
            count_text(facts.tax_documents, "se emitió 1 boleta o factura", "se emitieron", "boletas o facturas")
        ));
    }
    if kind.takes_sales() && facts.open_accounts > 0 {
        return refused(format!(
            "{} en el punto de venta.",
            count_text(
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
            count_text(
                facts.open_cycles,
                "Hay 1 caja abierta. Ciérrala primero",
                "Hay",
                "cajas abiertas. Ciérralas primero"
            )
        ));
    }
    if kind.takes_sales() && facts.jobs_under_way > 0 {
        return refused(format!(
            "{} en Impresoras.",
            count_text(
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

fn count_text(count: i64, one: &str, many: &str, counted: &str) -> String {
    if count == 1 { one.to_owned() } else { format!("{many} {count} {counted}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use comanda_base::money::Money;

    #[test]
    fn the_confirmation_word_must_match_exactly() {
        assert!(check_word("borrar").is_ok());
        for other in ["", "Borrar", "borrar ", "BORRAR", "delete"] {
            assert_eq!(check_word(other).unwrap_err().code, Code::Invalid, "{other}");
        }
    }

    #[test]
    fn a_deletion_is_refused_while_something_is_open() {
        let calm = || DeletionFacts {
            open_accounts: 0,
            open_cycles: 0,
            tax_documents: 0,
            order_lines: 9,
            jobs_under_way: 0,
            sold: Money::ZERO,
        };
        for kind in [Kind::Sales, Kind::All] {
            assert!(find_refusal(kind, &calm()).is_none());
            for busy in [
                DeletionFacts { open_accounts: 1, ..calm() },
                DeletionFacts { open_cycles: 2, ..calm() },
                DeletionFacts { tax_documents: 1, ..calm() },
                DeletionFacts { jobs_under_way: 3, ..calm() },
            ] {
                assert!(find_refusal(kind, &busy).is_some(), "{kind:?} {busy:?}");
            }
        }
        assert!(find_refusal(Kind::Products, &calm()).is_some());
        assert!(find_refusal(Kind::Products, &DeletionFacts { order_lines: 0, open_cycles: 1, ..calm() }).is_none());
        assert!(find_refusal(Kind::Purchases, &DeletionFacts { open_accounts: 1, ..calm() }).is_none());
    }
}
