//! The figures of a day as texts: the subject of the e-mail, and the text for WhatsApp and for mail programs without HTML.

use crate::reports::{DayActs, DayCash, DayFigures};
use chrono::{Datelike, NaiveDate};
use comanda_base::{
    money::{Money, Quantity},
    words::{capitalize, with_thousands},
};

const WEEKDAYS: [&str; 7] = ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"];

/// Returns the Spanish weekday, `sábado`.
pub(super) fn weekday_name(day: NaiveDate) -> &'static str {
    WEEKDAYS[day.weekday().num_days_from_monday() as usize]
}

/// Returns weekday and day, `Sábado 21`.
pub(super) fn weekday_and_day(day: NaiveDate) -> String {
    format!("{} {}", capitalize(weekday_name(day)), day.day())
}

/// Returns an amount with thousands separators, `12,846.90`.
pub(super) fn amount_text(amount: Money) -> String {
    with_thousands(&amount.to_centimos().to_string())
}

/// Returns `38 % más`, `4 % menos` or `lo mismo`; `None` where there is nothing to compare with.
pub(super) fn change_text(day: &DayFigures) -> Option<String> {
    let percent = day.change_percent?;
    let whole =
        comanda_base::money::div_round(i128::from(percent.millionths()), i128::from(Quantity::units(1).millionths()));
    Some(match whole {
        0 => "lo mismo".to_owned(),
        1.. => format!("{whole} % más"),
        _ => format!("{} % menos", -whole),
    })
}

/// Returns the total shortage and surplus of all cash boxes as a text.
fn difference_text(day: &DayFigures) -> Option<String> {
    let (short, over): (Money, Money) =
        day.cashboxes.iter().fold((Money::ZERO, Money::ZERO), |(s, o), cash| (s + cash.short, o + cash.over));
    match (short.is_zero(), over.is_zero()) {
        (false, true) => Some(format!("Falta S/ {} en caja", amount_text(short))),
        (false, false) => Some(format!("Falta S/ {} y sobra S/ {} en caja", amount_text(short), amount_text(over))),
        (true, false) => Some(format!("Sobra S/ {} en caja", amount_text(over))),
        (true, true) => None,
    }
}

/// Returns the subject, `Sábado 21: S/ 12,846.90, 38 % más. Falta S/ 12.40 en caja`.
pub(super) fn email_subject(day: &DayFigures) -> String {
    let change = change_text(day).map(|change| format!(", {change}")).unwrap_or_default();
    let partial = if day.is_partial { " hasta ahora" } else { "" };
    let difference = difference_text(day).map(|text| format!(". {text}")).unwrap_or_default();
    format!("{}: S/ {}{partial}{change}{difference}", weekday_and_day(day.date), amount_text(day.total))
}

/// `246 comprobantes, promedio 52.22`
pub(super) fn documents_text(day: &DayFigures) -> String {
    let noun = if day.documents == 1 { "comprobante" } else { "comprobantes" };
    let average = day.average.map(|each| format!(", promedio {}", amount_text(each))).unwrap_or_default();
    format!("{} {noun}{average}", day.documents)
}

/// Returns `Caja Principal: falta S/ 12.40 (Efectivo 10.00, Yape 2.40) y sobra S/ 3.00 (Plin 3.00)`, and the cashier with the reason:
/// `Luis: «vuelto mal dado, mesa 8»`.
pub(super) fn cashbox_text(cash: &DayCash) -> (String, String) {
    let name = &cash.cashbox_name;
    let sum_text = |what: &str, sum: Money, lacking: bool| {
        (!sum.is_zero()).then(|| format!("{what} S/ {}{}", amount_text(sum), cash.differing_methods(lacking)))
    };
    let differs: Vec<String> =
        [sum_text("falta", cash.short, true), sum_text("sobra", cash.over, false)].into_iter().flatten().collect();
    let head = match cash.is_open {
        true => format!("{name} sigue abierta"),
        false => format!("{name}: {}", differs.join(" y ")),
    };
    let why = cash.reason.as_ref().map(|reason| format!(": «{reason}»")).unwrap_or_default();
    (head, format!("{}{why}", cash.user_name))
}

/// Returns the label of the acts and their amount: `Cortesías`, `58.00`.
pub(super) fn acts_text(acts: &DayActs) -> (&'static str, Option<String>) {
    (acts.kind.plural(), Some(acts.amount).filter(|sum| !sum.is_zero()).map(amount_text))
}

/// Returns `A costo: 11.80` where goods were thrown away.
pub(super) fn cost_text(acts: &DayActs) -> Option<String> {
    (!acts.cost.is_zero()).then(|| format!("A costo: {}", amount_text(acts.cost)))
}

/// Returns the rows that follow the payment methods: tips, collected debts and sales on credit.
pub(super) fn other_money_rows(day: &DayFigures) -> Vec<(&'static str, String)> {
    let all = [
        ("De eso, propinas", day.tips),
        ("De eso, deudas cobradas", day.collections),
        ("Al crédito, por cobrar", day.credit),
    ];
    all.into_iter().filter(|(_, sum)| !sum.is_zero()).map(|(name, sum)| (name, amount_text(sum))).collect()
}

/// Returns the text for WhatsApp, which shows text between asterisks in bold.
pub(super) fn whatsapp_text(day: &DayFigures, company_name: &str) -> String {
    compose_text(day, company_name, "*")
}

/// Returns the text for a mail program without HTML.
pub(super) fn plain_text(day: &DayFigures, company_name: &str) -> String {
    compose_text(day, company_name, "")
}

fn compose_text(day: &DayFigures, company_name: &str, bold: &str) -> String {
    let strong = |text: &str| format!("{bold}{text}{bold}");
    let mut lines =
        vec![strong(company_name), strong(&format!("{}: S/ {}", weekday_and_day(day.date), amount_text(day.total)))];
    if day.is_partial {
        lines.push("El día aún no termina".to_owned());
    }
    if let Some(change) = change_text(day) {
        lines.push(format!("{} que el {} anterior", capitalize(&change), weekday_name(day.date)));
    }
    lines.push(documents_text(day));
    for cash in &day.cashboxes {
        let (head, cashier_and_reason) = cashbox_text(cash);
        lines.push(format!("⚠ {head} ({cashier_and_reason})"));
    }
    if !day.methods.is_empty() {
        lines.extend([String::new(), strong("Cómo pagaron")]);
        lines.extend(day.methods.iter().map(|method| format!("{}: {}", method.name, amount_text(method.total))));
        lines.push(format!("Total: {}", amount_text(day.collected)));
        lines.extend(other_money_rows(day).into_iter().map(|(name, sum)| format!("{name}: {sum}")));
    }
    if !day.acts.is_empty() || day.unsent > 0 {
        lines.extend([String::new(), strong("Lo que hay que mirar")]);
        lines.extend(day.acts.iter().flat_map(|one| {
            let (name, sum) = acts_text(one);
            let line = format!("{name}: {}{}", one.count, sum.map(|sum| format!(" ({sum})")).unwrap_or_default());
            [Some(line), cost_text(one)].into_iter().flatten()
        }));
        if day.unsent > 0 {
            lines.push(format!("{UNSENT}: {}", day.unsent));
        }
    }
    if !day.best.is_empty() {
        lines.extend([String::new(), strong("Lo más vendido")]);
        lines.extend(day.best.iter().map(|p| format!("{} {}: {}", p.quantity, p.name, amount_text(p.total))));
    }
    lines.join("\n")
}

/// The label of documents not yet sent to SUNAT.
pub(super) const UNSENT: &str = "Comprobantes por enviar a SUNAT";

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
