use super::*;
use comanda_ticket::{layout, plain_text, wire::LabelSize};

fn head() -> CommandHead {
    CommandHead {
        place: "LLEVAR #18".into(),
        commands: vec![347],
        at: "21/11/2026 13:05".into(),
        waiter: "Rosa Quispe".into(),
        persons: None,
        client: "Ana Torres".into(),
        allergy: "maní".into(),
    }
}

fn dish(quantity: &str, name: &str) -> TicketDish {
    TicketDish {
        quantity: quantity.parse().unwrap(),
        name: name.into(),
        measure: None,
        variant: None,
        choices: Vec::new(),
        toppings: Vec::new(),
        comment: String::new(),
        parts: Vec::new(),
        course: String::new(),
        later: false,
    }
}

/// Returns each label as text in the columns of 50 mm.
fn labels(paper: &CommandTicketKind, dishes: &[TicketDish], numbers: LabelNumbers) -> Vec<String> {
    let ticket = compose_labels(paper, "Cocina", &head(), dishes, numbers, "13:05");
    ticket.labels().iter().map(|label| plain_text(&layout(label, LabelSize::Mm50x30.columns()))).collect()
}

#[test]
fn each_unit_gets_a_label_with_its_number_and_what_is_special_about_it() {
    let lomo = TicketDish {
        variant: Some("Término 3/4".into()),
        choices: vec!["Guarnición: Papas fritas".into()],
        toppings: vec![(Quantity::units(2), "Huevo frito".into())],
        comment: "sin cebolla".into(),
        ..dish("2", "Lomo saltado")
    };
    let combo = TicketDish { parts: vec![(Quantity::units(6), "Anticucho".into())], ..dish("3", "Combo") };
    let printed = labels(&CommandTicketKind::Command, &[lomo, combo], LabelNumbers { first: 2, total: 7 });
    assert_eq!(printed.len(), 5);
    let first = "LLEVAR #18                2 de 7\nAna Torres                 13:05\n         ALERGIA: MANÍ\n\
        L o m o   s a l t a d o\nSIN CEBOLLA\nTérmino 3/4\nGuarnición: Papas fritas\n+ 2 Huevo frito\n";
    assert_eq!(printed[0], first);
    assert_eq!(printed[1], first.replace("2 de 7", "3 de 7"));
    assert!(printed[4].contains("6 de 7") && printed[4].ends_with("C o m b o\n2 Anticucho\n"), "{}", printed[4]);
}

#[test]
fn what_waits_for_its_course_gets_no_label() {
    assert_eq!(count_labels(&TicketDish { later: true, ..dish("2", "Lomo saltado") }), 0);
}

#[test]
fn what_is_weighed_gets_one_label() {
    let weighed = TicketDish { measure: Some("0.350 kg".into()), ..dish("0.35", "Lechón") };
    assert_eq!(
        (count_labels(&weighed), count_labels(&dish("0.5", "Pollo")), count_labels(&dish("12", "Pan"))),
        (1, 1, 12)
    );
    let printed = labels(&CommandTicketKind::Command, &[weighed], LabelNumbers { first: 1, total: 1 });
    assert!(printed[0].contains("1 de 1") && printed[0].contains("0 . 3 5 0   k g"), "{}", printed[0]);
}

#[test]
fn a_reprint_and_a_cancellation_are_marked_on_every_label() {
    let again = CommandTicketKind::Reprint { first_printed: "21/11/2026 13:05".into() };
    let gone = CommandTicketKind::Cancellation { reason: "Se equivocó".into() };
    for (paper, mark) in [(again, "REIMPRESIÓN"), (gone, "ANULADO")] {
        let printed = labels(&paper, &[dish("2", "Lomo saltado")], LabelNumbers { first: 1, total: 2 });
        assert_eq!(printed.iter().filter(|label| label.contains(mark)).count(), 2);
    }
}
