//! The e-mail of the close. It is one column of plain tables with inline colours, so that any mail program shows it; problems come before
//! long lists.

use super::text;
use crate::reports::{DayCash, DayFigures};
use comanda_base::money::Money;
use comanda_platform::{
    mail::{Attachment, Email},
    report_table::ReportFormat,
};
use maud::{DOCTYPE, Markup, html};

const INK: &str = "color:#1d1b20;";
const MUTED: &str = "color:#5f5b66;";
const ROW: &str = "padding:10px 0;border-bottom:1px solid #dedbd7;font-size:16px;";
const CARD: &str = "border:1px solid #dedbd7;border-radius:12px;padding:18px;";

/// The contents of the e-mail.
pub(super) struct CloseEmail<'a> {
    pub day: &'a DayFigures,
    pub company_name: &'a str,
    /// The public address of Comanda, if configured.
    pub url: Option<&'a str>,
    /// The name of the attached files without extension, `cierre-2026-11-21`.
    pub name: &'a str,
    pub pdf: &'a [u8],
    pub xlsx: &'a [u8],
}

impl CloseEmail<'_> {
    pub(super) fn compose_for(&self, address: &str) -> Email {
        let file = |format: ReportFormat, content: &[u8]| {
            let (content_type, end) = format.media_type_and_extension();
            Attachment { name: format!("{}.{end}", self.name), content_type, content: content.to_vec() }
        };
        let link = self.link().map(|link| format!("\n\nVer el día en Comanda:\n{link}")).unwrap_or_default();
        Email {
            to: address.to_owned(),
            subject: text::email_subject(self.day),
            text: format!("{}{link}\n\n{FOOT}\n", text::plain_text(self.day, self.company_name)),
            html: Some(self.html().into_string()),
            files: vec![file(ReportFormat::Pdf, self.pdf), file(ReportFormat::Xlsx, self.xlsx)],
        }
    }

    fn link(&self) -> Option<String> {
        self.url.map(|url| format!("{url}/close-of-day?date={}", self.day.date))
    }

    fn html(&self) -> Markup {
        let day = self.day;
        html! {
            (DOCTYPE)
            html lang="es" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width";
                    title { (text::email_subject(day)) }
                }
                body style={ "margin:0;background:#ffffff;font-family:Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;" (INK) } {
                    table role="presentation" align="center" width="100%" style="max-width:560px;margin:0 auto;" {
                        tr { td style="padding:20px 16px;" {
                            p style={ "margin:0 0 14px;font-size:15px;" (MUTED) } { (self.company_name) }
                            (render_head(day))
                            @for cash in &day.cashboxes { (render_cashbox(cash)) }
                            (render_payments(day))
                            (render_attention(day))
                            (render_best_sellers(day))
                            @if let Some(link) = self.link() {
                                p style="margin:24px 0 8px;" {
                                    a href=(link) style="display:block;background:#67317f;color:#ffffff;text-align:center;padding:16px;border-radius:12px;text-decoration:none;font-size:17px;font-weight:600;" {
                                        "Ver el día en Comanda"
                                    }
                                }
                            }
                            p style={ "margin:20px 0 0;font-size:14px;line-height:1.5;" (MUTED) } { (FOOT) }
                        } }
                    }
                }
            }
        }
    }
}

const FOOT: &str = "Recibes este correo porque tu dirección está en la lista del cierre. La hora y la lista se cambian en Comanda, en Reportes, Cierre del día.";

fn render_head(day: &DayFigures) -> Markup {
    let is_more = day.total >= day.before;
    let colour = if is_more { "color:#1c6b34;" } else { MUTED };
    html! {
        div style=(CARD) {
            p style={ "margin:0;font-size:16px;" (MUTED) } { "Ventas del " (text::weekday_name(day.date)) " " (day.date.format("%d/%m")) }
            p style="margin:4px 0;font-size:36px;font-weight:700;" {
                span style={ "font-size:24px;font-weight:400;" (MUTED) } { "S/ " }
                (text::amount_text(day.total))
            }
            @if let Some(change) = text::change_text(day) {
                p style={ "margin:0 0 4px;font-size:16px;font-weight:600;" (colour) } {
                    (change) " que el " (text::weekday_name(day.date)) " anterior"
                }
            }
            @if day.is_partial {
                p style={ "margin:0 0 4px;font-size:16px;" (MUTED) } { "El día aún no termina" }
            }
            p style={ "margin:0;font-size:16px;" (MUTED) } { (text::documents_text(day)) }
        }
    }
}

fn render_cashbox(cash: &DayCash) -> Markup {
    let (what, cashier_and_reason) = text::cashbox_text(cash);
    let ground = if cash.short > Money::ZERO { "background:#fdeceb;" } else { "background:#f0eeea;" };
    html! {
        div style={ "margin-top:14px;border-radius:12px;padding:14px 18px;font-size:16px;" (ground) } {
            strong { (what) }
            br;
            (cashier_and_reason)
        }
    }
}

fn render_title(text: &str) -> Markup {
    html! { h2 style="margin:26px 0 4px;font-size:18px;" { (text) } }
}

fn render_row(name: Markup, value: &str) -> Markup {
    html! {
        tr {
            td style=(ROW) { (name) }
            td align="right" style={ (ROW) "font-weight:600;white-space:nowrap;" } { (value) }
        }
    }
}

fn render_rows(rows: &[Markup]) -> Markup {
    html! { table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;" { @for row in rows { (row) } } }
}

fn render_payments(day: &DayFigures) -> Markup {
    if day.methods.is_empty() {
        return html! {};
    }
    let mut all: Vec<Markup> =
        day.methods.iter().map(|m| render_row(html! { (m.name) }, &text::amount_text(m.total))).collect();
    all.push(render_row(html! { strong { "Total" } }, &text::amount_text(day.collected)));
    all.extend(text::other_money_rows(day).into_iter().map(|(name, sum)| render_row(html! { (name) }, &sum)));
    html! { (render_title("Cómo pagaron")) (render_rows(&all)) }
}

fn render_attention(day: &DayFigures) -> Markup {
    let mut all: Vec<Markup> = day
        .acts
        .iter()
        .map(|one| {
            let (name, sum) = text::acts_text(one);
            let details: Vec<String> = [sum, text::cost_text(one)].into_iter().flatten().collect();
            let details = details.join(". ");
            render_row(
                html! { (name) @if !details.is_empty() { " " span style=(MUTED) { (details) } } },
                &one.count.to_string(),
            )
        })
        .collect();
    if day.unsent > 0 {
        all.push(render_row(html! { (text::UNSENT) }, &day.unsent.to_string()));
    }
    if all.is_empty() {
        html! {}
    } else {
        html! { (render_title("Lo que hay que mirar")) (render_rows(&all)) }
    }
}

fn render_best_sellers(day: &DayFigures) -> Markup {
    if day.best.is_empty() {
        return html! {};
    }
    let all: Vec<Markup> = day
        .best
        .iter()
        .map(|p| render_row(html! { (p.name) " " span style=(MUTED) { (p.quantity) } }, &text::amount_text(p.total)))
        .collect();
    html! { (render_title("Lo más vendido")) (render_rows(&all)) }
}
