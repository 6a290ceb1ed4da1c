//! Makes up days: who came when, what they ate, how they paid. Pure, and the same for the same date.

use super::{Handed, PastLine, PastSale, Scene, Shift, kitchen, random::Dice};
use crate::demo::catalog::Sold;
use chrono::{DateTime, Datelike, Duration, NaiveDate, Utc, Weekday};
use comanda_base::money::Money;
use comanda_orders::orders::RequestKind;
use comanda_platform::{law, settings::tax::issue_date};
use std::collections::HashMap;

/// Lima is five hours behind, all year.
const UTC_BEHIND_HOURS: i64 = 5;
/// Turn, minutes of the local day: cash box open, first guests, last guests, cash box closed.
const SHIFTS: [(&str, [i64; 4]); 2] = [("Tarde", [705, 740, 925, 1040]), ("Noche", [1090, 1120, 1365, 1465])];
const BOLETA: i64 = 1;
const FACTURA: i64 = 2;
const SALES_NOTE: i64 = 3;

/// The shifts and sales of these days, in order.
pub(super) fn days<'s>(scene: &Scene<'s>, days: impl Iterator<Item = NaiveDate>) -> (Vec<Shift>, Vec<PastSale<'s>>) {
    let (mut shifts, mut sales) = (Vec::new(), Vec::new());
    for day in days {
        let mut dice = Dice::new(day.num_days_from_ce().unsigned_abs().into());
        let mut numbers = Numbers::default();
        for (turn, minutes) in SHIFTS {
            let shift = shift(&mut dice, day, turn, minutes);
            let guests = guests_of(&mut dice, day);
            let span = minutes[2] - minutes[1];
            let mut free_from = HashMap::new();
            for n in 0..guests {
                let begins = minutes[1] + span * n / guests + dice.between(0, span / guests);
                let opened = at(day, begins) + Duration::seconds(dice.between(0, 59));
                let mut sale = sale(&mut dice, scene, &mut numbers, &mut free_from, opened);
                sale.shift = shifts.len();
                sales.push(sale);
            }
            shifts.push(shift);
        }
    }
    (shifts, sales)
}

/// What counts up within a day.
#[derive(Default)]
struct Numbers {
    commands: i64,
    takeaways: i64,
    deliveries: i64,
}

fn at(day: NaiveDate, minute: i64) -> DateTime<Utc> {
    let local = day.and_time(chrono::NaiveTime::MIN) + Duration::minutes(minute);
    (local + Duration::hours(UTC_BEHIND_HOURS)).and_utc()
}

fn shift(dice: &mut Dice, day: NaiveDate, turn: &'static str, minutes: [i64; 4]) -> Shift {
    const EXPENSES: [&str; 4] = ["Compra de hielo", "Taxi del personal", "Limones y hierbas", "Útiles de limpieza"];
    Shift {
        day,
        turn,
        opened: at(day, minutes[0] + dice.between(0, 9)),
        closed: at(day, minutes[3] + dice.between(0, 9)),
        open_amount: Money::units(200),
        expense: dice.percent(45).then(|| (*dice.one(&EXPENSES), Money::units(dice.between(12, 60)))),
        difference: if dice.percent(80) { Money::ZERO } else { Money::centimos(dice.between(-30, 30) * 10) },
    }
}

/// Accounts of a shift: weekends are full, Mondays are not.
fn guests_of(dice: &mut Dice, day: NaiveDate) -> i64 {
    match day.weekday() {
        Weekday::Fri | Weekday::Sat | Weekday::Sun => dice.between(23, 28),
        Weekday::Mon => dice.between(13, 17),
        _ => dice.between(17, 22),
    }
}

fn sale<'s>(
    dice: &mut Dice,
    scene: &Scene<'s>,
    numbers: &mut Numbers,
    free_from: &mut HashMap<i64, DateTime<Utc>>,
    opened: DateTime<Utc>,
) -> PastSale<'s> {
    numbers.commands += 1;
    let kind =
        *dice.weighted(&[(RequestKind::Table, 78), (RequestKind::Order, 13), (RequestKind::Delivery, 9)], |k| k.1);
    let at_table = kind.0 == RequestKind::Table;
    let sent = opened + Duration::minutes(dice.between(3, 9));
    let stays = if at_table { dice.between(38, 85) } else { dice.between(15, 32) };
    let paid = sent + Duration::minutes(stays);
    let spots: Vec<_> = scene.spots.iter().filter(|s| free_from.get(&s.table_id).is_none_or(|t| *t < opened)).collect();
    let spot = (at_table && !spots.is_empty()).then(|| **dice.one(&spots));
    if let Some(spot) = spot {
        free_from.insert(spot.table_id, paid);
    }
    let persons = spot.map_or(1, |s| dice.between((s.seats / 2).max(1), s.seats));
    let kind = if at_table && spot.is_none() { RequestKind::Order } else { kind.0 };
    let correlative = match kind {
        RequestKind::Order => Some(&mut numbers.takeaways),
        RequestKind::Delivery => Some(&mut numbers.deliveries),
        RequestKind::Table => None,
    };
    let correlative = correlative.map(|n| {
        *n += 1;
        *n
    });
    let mut lines = lines(dice, scene, kind, persons);
    kitchen::cook(&mut lines, sent);
    let total: Money = lines.iter().map(PastLine::total).sum();
    let billing_type = dice.weighted(&[(BOLETA, 62), (FACTURA, 13), (SALES_NOTE, 25)], |b| b.1).0;
    let limit = law::unnamed_boleta_limit(issue_date(paid));
    let named = kind == RequestKind::Delivery || total > limit || dice.percent(15);
    let guest = match billing_type {
        FACTURA => Some(dice.one(scene.firms)),
        _ => named.then(|| dice.one(scene.people)),
    };
    PastSale {
        shift: 0,
        kind,
        correlative,
        spot,
        persons,
        attendant: match spot {
            Some(spot) => scene.house.waiters()[usize::from(spot.salon_id != scene.spots[0].salon_id)],
            None => scene.house.cashier(),
        },
        guest,
        command: numbers.commands,
        opened,
        sent,
        paid,
        lines,
        handed: handed(dice, total),
        billing_type,
    }
}

fn lines<'s>(dice: &mut Dice, scene: &Scene<'s>, kind: RequestKind, persons: i64) -> Vec<PastLine<'s>> {
    let menu: Vec<&Sold> = scene.sold.iter().filter(|p| kind == RequestKind::Table || p.item.delivered).collect();
    let count = (persons + dice.between(0, 2)).clamp(2, 6);
    let mut lines = Vec::new();
    for _ in 0..count {
        let product = *dice.weighted(&menu, |p| p.item.weight);
        lines.push(line(dice, product, kind, persons));
    }
    // Nobody sends the same dish as two lines of one order.
    lines.sort_by_key(|l| l.product.id);
    lines.dedup_by_key(|l| l.product.id);
    lines
}

fn line<'s>(dice: &mut Dice, product: &'s Sold, kind: RequestKind, persons: i64) -> PastLine<'s> {
    let price = if kind == RequestKind::Delivery && product.item.delivered { 200 } else { 0 };
    let topping =
        (!product.toppings.is_empty() && dice.percent(12)).then(|| dice.between(0, product.toppings.len() as i64 - 1));
    let variant = (!product.variants.is_empty()).then(|| dice.between(0, product.variants.len() as i64 - 1));
    let cheap = product.item.centimos < 5_000;
    PastLine {
        product,
        variant: variant.map(|v| v as usize),
        topping: topping.map(|t| t as usize),
        quantity: if cheap && persons > 1 && dice.percent(30) { 2 } else { 1 },
        base: Money::centimos(product.item.centimos + price),
        comment: if dice.percent(6) {
            dice.one::<&str>(&["Sin cebolla", "Poco picante", "Para compartir"])
        } else {
            ""
        },
        prepared_seconds: None,
    }
}

fn handed(dice: &mut Dice, total: Money) -> Vec<Handed> {
    let option = dice.weighted(
        &[("Efectivo", 34), ("Visa", 31), ("Yape", 22), ("Plin", 6), ("Transferencia", 2), ("mixed", 5)],
        |o| o.1,
    );
    match option.0 {
        "Efectivo" => vec![cash(dice, total)],
        "mixed" => {
            let half = Money::units(total.millionths() / 2 / comanda_base::money::SCALE);
            vec![cash(dice, total - half), other(dice, "Yape", half)]
        }
        option => vec![other(dice, option, total)],
    }
}

/// Cash comes in notes: exactly, or up to the next ten, twenty or fifty.
fn cash(dice: &mut Dice, amount: Money) -> Handed {
    let note = Money::units(*dice.one(&[1, 10, 10, 20, 50])).millionths();
    let tendered = Money::from_millionths((amount.millionths() + note - 1) / note * note);
    Handed { option: "Efectivo", amount, tendered, operation_number: None }
}

fn other(dice: &mut Dice, option: &'static str, amount: Money) -> Handed {
    let operation_number = Some(format!("{:08}", dice.between(1_000_000, 99_999_999)));
    Handed { option, amount, tendered: amount, operation_number }
}
