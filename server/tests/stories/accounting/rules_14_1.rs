//! The rules of format 14.1 field by field, written from SUNAT's table and independently of the server's code: lengths, codes, conditions
//! under which a field is required, and sums. Unit tests of the server check its files against these rules too.

/// Returns what is wrong with a line; an empty list where nothing is.
pub fn faults(fields: &[&str]) -> Vec<String> {
    if fields.len() != 35 {
        return vec![format!("{} fields", fields.len())];
    }
    let f = |n: usize| fields[n - 1];
    let (kind, state, total) = (f(6), f(35), cents(f(25)));
    let is_note = ["07", "08", "87", "88"].contains(&kind);
    let may_be_unnamed = state == "2"
        || kind == "00"
        || !f(9).is_empty()
        || (["03", "12"].contains(&kind) && total.is_some_and(|t| t <= 70_000))
        || (is_note && f(29) == "03");
    let mut wrong = Vec::new();
    let mut must = |good: bool, n: usize| {
        if !good {
            wrong.push(format!("{n}: «{}» in {fields:?}", fields[n - 1]));
        }
    };
    let month = f(1).get(4..6).and_then(|m| m.parse().ok()).unwrap_or(0);
    must(digits(f(1), 8..=8) && f(1).ends_with("00") && (1..=12).contains(&month), 1);
    must((1..=40).contains(&f(2).chars().count()) && !f(2).contains('&'), 2);
    must((2..=10).contains(&f(3).len()) && f(3).starts_with(['A', 'M', 'C']) && alnum(f(3)), 3);
    must(is_date(f(4)) || (state == "2" && f(4).is_empty()), 4);
    must(!is_date(f(4)) || format!("{}{}00", &f(4)[6..], &f(4)[3..5]) == f(1), 4);
    must(if kind == "14" { is_date(f(5)) } else { f(5).is_empty() }, 5);
    must(["00", "01", "03", "07", "08"].contains(&kind), 6);
    must((1..=20).contains(&f(7).len()) && alnum(f(7)), 7);
    must((1..=20).contains(&f(8).len()) && alnum(f(8)), 8);
    must(f(9).is_empty() || digits(f(9), 1..=20), 9);
    must(["1", "4", "6", "7"].contains(&f(10)) || (may_be_unnamed && f(10).is_empty()), 10);
    must(f(11).len() <= 15 && f(11).is_empty() == f(10).is_empty(), 11);
    must(f(10) != "1" || digits(f(11), 8..=8), 11);
    must(f(10) != "6" || digits(f(11), 11..=11), 11);
    must(kind != "01" || f(10) == "6", 10);
    must(f(12).chars().count() <= 100 && (may_be_unnamed || !f(12).is_empty()), 12);
    for n in 13..=25 {
        must(cents(f(n)).is_some(), n);
    }
    let may_be_negative = [14, 15, 16, 17, 18, 19, 25];
    for n in (13..=25).filter(|n| !may_be_negative.contains(n)) {
        // The tax on bags and the other charges of a note are negative: they take off what its document added.
        must(cents(f(n)).is_some_and(|c| c >= 0 || ([23, 24].contains(&n) && is_note)), n);
    }
    for n in [21, 22] {
        must(kind == "49" || cents(f(n)) == Some(0), n);
    }
    let parts: Option<i64> = (13..=24).map(|n| cents(f(n))).sum();
    must(parts == total, 25);
    let takes_off = ["07", "87"].contains(&kind);
    must(total.is_some_and(|t| if takes_off { t <= 0 } else { t >= 0 }), 25);
    for n in (13..=25).filter(|_| state == "2") {
        must(cents(f(n)) == Some(0), n);
    }
    must(f(26).len() == 3 && f(26).chars().all(|c| c.is_ascii_uppercase()), 26);
    must(f(27).split_once('.').is_some_and(|(whole, rest)| digits(whole, 1..=1) && digits(rest, 3..=3)), 27);
    must(if is_note { is_date(f(28)) } else { f(28).is_empty() }, 28);
    must(if is_note { ["01", "03", "12"].contains(&f(29)) } else { f(29).is_empty() }, 29);
    for n in [30, 31] {
        must(if is_note { (1..=20).contains(&f(n).len()) && alnum(f(n)) } else { f(n).is_empty() }, n);
    }
    must(f(32).len() <= 12, 32);
    for n in [33, 34] {
        must(["", "1"].contains(&f(n)), n);
    }
    must(["0", "1", "2", "8", "9"].contains(&state), 35);
    wrong
}

/// Parses an amount such as `-1234.50`, with at most twelve digits before the point and two after it, into céntimos.
pub fn cents(amount: &str) -> Option<i64> {
    let bare = amount.strip_prefix('-').unwrap_or(amount);
    let (whole, rest) = bare.split_once('.')?;
    let fits = digits(whole, 1..=12) && digits(rest, 2..=2) && (whole == "0" || !whole.starts_with('0'));
    let value: i64 = fits.then(|| format!("{whole}{rest}").parse().ok()).flatten()?;
    // Zero has no sign.
    match (amount.starts_with('-'), value) {
        (true, 0) => None,
        (true, value) => Some(-value),
        (false, value) => Some(value),
    }
}

fn digits(text: &str, length: std::ops::RangeInclusive<usize>) -> bool {
    length.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
}

fn alnum(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// Whether the text is a date like `31/12/2026`.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('/').collect();
    let [day, month, year] = parts[..] else { return false };
    let is_up_to =
        |text: &str, most: u32| digits(text, 2..=2) && text.parse().is_ok_and(|n: u32| (1..=most).contains(&n));
    is_up_to(day, 31) && is_up_to(month, 12) && digits(year, 4..=4)
}
