//! The figures of a day in words: the subject of the mail, and the text for WhatsApp and for mail programs without pictures.

use crate::reports::{DayActs, DayCash, DayFigures};
use chrono::{Datelike, NaiveDate};
use comanda_base::{
    money::{Money, Quantity},
    words::{capitalized, with_thousands},
};

const WEEKDAYS: [&str; 7] = ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"];

/// `sábado`
pub(super) fn weekday(day: NaiveDate) -> &'static str {
    WEEKDAYS[day.weekday().num_days_from_monday() as usize]
}

/// `Sábado 21`
pub(super) fn day_name(day: NaiveDate) -> String {
    format!("{} {}", capitalized(weekday(day)), day.day())
}

/// `12,846.90`
pub(super) fn amount(amount: Money) -> String {
    with_thousands(&amount.to_centimos().to_string())
}

/// `38 % más`, `4 % menos`, `lo mismo`; none where there is nothing to compare with.
pub(super) fn change(day: &DayFigures) -> Option<String> {
    let percent = day.change_percent?;
    let whole =
        comanda_base::money::div_round(i128::from(percent.millionths()), i128::from(Quantity::units(1).millionths()));
    Some(match whole {
        0 => "lo mismo".to_owned(),
        1.. => format!("{whole} % más"),
        _ => format!("{} % menos", -whole),
    })
}

/// What all cash boxes together lacked, and had too much.
fn difference(day: &DayFigures) -> Option<String> {
    let (short, over): (Money, Money) =
        day.cashboxes.iter().fold((Money::ZERO, Money::ZERO), |(s, o), cash| (s + cash.short, o + cash.over));
    match (short.is_zero(), over.is_zero()) {
        (false, true) => Some(format!("Falta S/ {} en caja", amount(short))),
        (false, false) => Some(format!("Falta S/ {} y sobra S/ {} en caja", amount(short), amount(over))),
        (true, false) => Some(format!("Sobra S/ {} en caja", amount(over))),
        (true, true) => None,
    }
}

/// `Sábado 21: S/ 12,846.90, 38 % más. Falta S/ 12.40 en caja`
pub(super) fn subject(day: &DayFigures) -> String {
    let change = change(day).map(|change| format!(", {change}")).unwrap_or_default();
    let partial = if day.is_partial { " hasta ahora" } else { "" };
    let difference = difference(day).map(|text| format!(". {text}")).unwrap_or_default();
    format!("{}: S/ {}{partial}{change}{difference}", day_name(day.date), amount(day.total))
}

/// `246 comprobantes, ticket 52.22`
pub(super) fn documents(day: &DayFigures) -> String {
    let noun = if day.documents == 1 { "comprobante" } else { "comprobantes" };
    let average = day.average.map(|each| format!(", ticket {}", amount(each))).unwrap_or_default();
    format!("{} {noun}{average}", day.documents)
}

/// `Caja Principal: falta S/ 12.40 (Efectivo 10.00, Yape 2.40) y sobra S/ 3.00 (Plin 3.00)`, and why: `Luis: «vuelto mal dado, mesa 8»`.
pub(super) fn cashbox(cash: &DayCash) -> (String, String) {
    let name = &cash.cashbox_name;
    let of = |what: &str, sum: Money, lacking: bool| {
        (!sum.is_zero()).then(|| format!("{what} S/ {}{}", amount(sum), cash.named(lacking)))
    };
    let differs: Vec<String> =
        [of("falta", cash.short, true), of("sobra", cash.over, false)].into_iter().flatten().collect();
    let head = match cash.is_open {
        true => format!("{name} sigue abierta"),
        false => format!("{name}: {}", differs.join(" y ")),
    };
    let why = cash.reason.as_ref().map(|reason| format!(": «{reason}»")).unwrap_or_default();
    (head, format!("{}{why}", cash.user_name))
}

/// `Cortesías`, with what they come to: `58.00`.
pub(super) fn acts(acts: &DayActs) -> (&'static str, Option<String>) {
    (acts.kind.plural(), Some(acts.amount).filter(|sum| !sum.is_zero()).map(amount))
}

/// `A costo: 11.80`, where goods were thrown away with it.
pub(super) fn cost(acts: &DayActs) -> Option<String> {
    (!acts.cost.is_zero()).then(|| format!("A costo: {}", amount(acts.cost)))
}

/// Sales on credit, tips and debts that were collected are no row among the ways to pay.
pub(super) fn beside_the_money(day: &DayFigures) -> Vec<(&'static str, String)> {
    let all = [
        ("De eso, propinas", day.tips),
        ("De eso, deudas cobradas", day.collections),
        ("Al crédito, por cobrar", day.credit),
    ];
    all.into_iter().filter(|(_, sum)| !sum.is_zero()).map(|(name, sum)| (name, amount(sum))).collect()
}

/// For WhatsApp, which writes what stands between stars in bold.
pub(super) fn whatsapp(day: &DayFigures, house: &str) -> String {
    told(day, house, "*")
}

/// For a mail program that shows no HTML.
pub(super) fn plain(day: &DayFigures, house: &str) -> String {
    told(day, house, "")
}

fn told(day: &DayFigures, house: &str, bold: &str) -> String {
    let strong = |text: &str| format!("{bold}{text}{bold}");
    let mut lines = vec![strong(house), strong(&format!("{}: S/ {}", day_name(day.date), amount(day.total)))];
    if day.is_partial {
        lines.push("El día aún no termina".to_owned());
    }
    if let Some(change) = change(day) {
        lines.push(format!("{} que el {} anterior", capitalized(&change), weekday(day.date)));
    }
    lines.push(documents(day));
    for cash in &day.cashboxes {
        let (head, who) = cashbox(cash);
        lines.push(format!("⚠ {head} ({who})"));
    }
    if !day.methods.is_empty() {
        lines.extend([String::new(), strong("Cómo pagaron")]);
        lines.extend(day.methods.iter().map(|method| format!("{}: {}", method.name, amount(method.total))));
        lines.push(format!("Total: {}", amount(day.collected)));
        lines.extend(beside_the_money(day).into_iter().map(|(name, sum)| format!("{name}: {sum}")));
    }
    if !day.acts.is_empty() || day.unsent > 0 {
        lines.extend([String::new(), strong("Lo que hay que mirar")]);
        lines.extend(day.acts.iter().flat_map(|one| {
            let (name, sum) = acts(one);
            let told = format!("{name}: {}{}", one.count, sum.map(|sum| format!(" ({sum})")).unwrap_or_default());
            [Some(told), cost(one)].into_iter().flatten()
        }));
        if day.unsent > 0 {
            lines.push(format!("{UNSENT}: {}", day.unsent));
        }
    }
    if !day.best.is_empty() {
        lines.extend([String::new(), strong("Lo más vendido")]);
        lines.extend(day.best.iter().map(|p| format!("{} {}: {}", p.quantity, p.name, amount(p.total))));
    }
    lines.join("\n")
}

/// What waits for SUNAT.
pub(super) const UNSENT: &str = "Comprobantes por enviar a SUNAT";

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
