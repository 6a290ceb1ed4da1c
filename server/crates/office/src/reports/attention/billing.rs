//! Notices of electronic invoicing: an incomplete setup, lost secrets, an expiring certificate.

use super::{Attention, AttentionContext, NoticeKind, NoticeLevel};
use chrono::{DateTime, Utc};
use comanda_base::{db::Tx, error::Result};
use comanda_invoicing::billing::electronic::{BillingSecrets, BillingSetup, Missing};
use comanda_platform::settings::{CompanyInfo, tax};

const PATH: &str = "/billing-config";
/// The days before a certificate's end from which there is a notice, and (`URGENT_DAYS`) from which it is urgent.
const CERTIFICATE_DAYS: i64 = 30;
const URGENT_DAYS: i64 = 7;

/// Returns notices of what prevents documents from being issued or sent, or soon will.
pub(super) async fn load_billing_notices(tx: &mut Tx, context: &AttentionContext<'_>) -> Result<Vec<Attention>> {
    let setup = BillingSetup::load(tx).await?;
    let notice = |level, text: &str| Attention::new(NoticeKind::Billing, level, text, PATH);
    let mut list = Vec::new();
    if setup.issues_on_paper {
        let text = "Tus boletas y facturas no llegan a SUNAT";
        list.push(notice(NoticeLevel::Warning, text).detail("Configura la facturación electrónica"));
    }
    if !CompanyInfo::load(tx).await?.is_electronic_invoice {
        return Ok(list);
    }
    let missing = setup.list_missing();
    if missing.contains(&Missing::OwnCertificate) {
        let text = "El certificado digital no es del RUC de tu empresa";
        list.push(notice(NoticeLevel::Bad, text).detail("Hasta cambiarlo no se emiten boletas ni facturas"));
    } else if !missing.is_empty() {
        let text = "La facturación electrónica está incompleta";
        list.push(notice(NoticeLevel::Bad, text).detail("Mientras tanto solo hay nota de venta"));
    }
    if setup.gateway.needs_certificate() {
        if BillingSecrets::load(tx, &context.actor.app.seals()).await?.are_lost {
            let text = "La clave SOL o el certificado se perdieron al restaurar la copia";
            list.push(
                notice(NoticeLevel::Bad, text).detail("Los comprobantes esperan hasta que los escribas otra vez"),
            );
        }
        list.extend(setup.certificate_expires_at.and_then(|end| certificate_notice(end, context.now)));
    }
    Ok(list)
}

/// Returns a notice of a certificate that ends soon or has ended.
fn certificate_notice(end: DateTime<Utc>, now: DateTime<Utc>) -> Option<Attention> {
    let days_left = (tax::issue_date(end) - tax::issue_date(now)).num_days();
    let text = match days_left {
        _ if end < now => "El certificado digital venció: nada sale a SUNAT".to_owned(),
        0 => "El certificado digital vence hoy".to_owned(),
        1 => "El certificado digital vence mañana".to_owned(),
        2..=CERTIFICATE_DAYS => format!("El certificado digital vence en {days_left} días"),
        _ => return None,
    };
    let level = if days_left <= URGENT_DAYS { NoticeLevel::Bad } else { NoticeLevel::Warning };
    Some(Attention::new(NoticeKind::Billing, level, text, PATH))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_gets_a_notice_thirty_days_before_its_end() {
        let now: DateTime<Utc> = "2026-11-21T15:00:00Z".parse().unwrap();
        let level_and_text =
            |end: &str| certificate_notice(end.parse().unwrap(), now).map(|notice| (notice.level, notice.text));
        assert_eq!(level_and_text("2026-12-22T12:00:00Z"), None);
        let (level, text) = level_and_text("2026-12-21T12:00:00Z").unwrap();
        assert!(level == NoticeLevel::Warning && text.ends_with("vence en 30 días"), "{text}");
        assert_eq!(level_and_text("2026-11-28T12:00:00Z").unwrap().0, NoticeLevel::Bad);
        assert!(level_and_text("2026-11-22T12:00:00Z").unwrap().1.ends_with("vence mañana"));
        assert!(level_and_text("2026-11-21T14:00:00Z").unwrap().1.contains("venció"));
    }
}
