//! Tests with any product name and price: nothing crosses the margin, and no amount is cut or joined to its neighbour.

use comanda_ticket::{Align, Item, Kind, Line, Size, Style, Text, Ticket, Total, layout, plain_text, width_of};
use proptest::prelude::*;

fn widths(lines: &[Line]) -> Vec<usize> {
    let width = |line: &Line| match line {
        Line::Text { runs } => runs.iter().map(|run| width_of(&run.text) * run.style.char_columns()).sum(),
        _ => 0,
    };
    lines.iter().map(width).collect()
}

fn amount() -> impl Strategy<Value = String> {
    (0_u64..1_000_000_000, 0_u8..100).prop_map(|(soles, centimos)| format!("{soles}.{centimos:02}"))
}

fn style() -> impl Strategy<Value = Style> {
    (any::<bool>(), any::<bool>(), prop_oneof![Just(Size::Normal), Just(Size::Tall), Just(Size::Double)])
        .prop_map(|(bold, reverse, size)| Style { bold, size, reverse })
}

proptest! {
    #[test]
    fn amounts_are_never_split(
        columns in prop_oneof![Just(48_usize), Just(32)],
        quantity in "[0-9]{1,6}",
        name in "[A-Za-zñÑáéí 一-龥]{1,80}",
        unit_price in proptest::option::of(amount()),
        total in amount(),
        style in style(),
    ) {
        let item = Item { quantity, name: name.clone(), unit_price: unit_price.clone(), amount: Some(total.clone()) };
        let row = Total { label: name, currency: Some("S/".into()), amount: total.clone(), style };
        let item_lines = layout(&Ticket::new(Kind::Prebill).item(item), columns);
        let total_lines = layout(&Ticket::new(Kind::Prebill).total(row), columns);

        prop_assert!(widths(&item_lines).iter().chain(&widths(&total_lines)).all(|width| *width <= columns));
        let words = plain_text(&item_lines);
        let words: Vec<_> = words.split_whitespace().collect();
        prop_assert!(words.contains(&total.as_str()), "{words:?}");
        if let Some(price) = unit_price {
            prop_assert!(words.contains(&price.as_str()), "{words:?}");
        }
        let last = total_lines.last().map(std::slice::from_ref).map(plain_text).unwrap_or_default();
        let last: String = if style.size == Size::Double { last.replace(' ', "") } else { last };
        prop_assert!(last.trim_end().ends_with(&total), "{last:?}");
    }

    #[test]
    fn paragraphs_keep_every_word_within_the_margins(
        columns in prop_oneof![Just(48_usize), Just(32)],
        words in proptest::collection::vec("[a-zñáé]{1,14}|[宫保鸡丁洋葱]{1,7}", 1..30),
        style in style(),
        align in prop_oneof![Just(Align::Left), Just(Align::Center), Just(Align::Right)],
        indent in 0_u8..12,
        hanging in 0_u8..8,
    ) {
        let text = Text { text: words.join(" "), style, align, indent, hanging };
        let lines = layout(&Ticket::new(Kind::Test).line(text), columns);
        prop_assert!(widths(&lines).iter().all(|width| *width <= columns), "{lines:?}");
        let printed: String = lines.iter().map(|line| match line {
            Line::Text { runs } => runs.iter().map(|run| run.text.as_str()).collect::<String>() + " ",
            _ => String::new(),
        }).collect();
        prop_assert_eq!(printed.split_whitespace().collect::<Vec<_>>(), words);
    }

    #[test]
    fn a_ticket_survives_the_wire(name in "\\PC{0,40}", total in amount()) {
        let ticket = Ticket::new(Kind::Receipt).heading(name).total(Total::new("TOTAL", total).double()).cut();
        let json = serde_json::to_string(&ticket).expect("serialises");
        prop_assert_eq!(serde_json::from_str::<Ticket>(&json).expect("parses"), ticket);
    }
}
