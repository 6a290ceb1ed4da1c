use super::*;
use comanda_test_support::golden;

fn head() -> CommandHead {
    CommandHead {
        place: "Mesa 12 - Terraza".into(),
        commands: vec![347],
        at: "21/11/2026 13:05".into(),
        waiter: "Rosa Quispe".into(),
        persons: Some(4),
        client: String::new(),
        allergy: String::new(),
    }
}
fn dishes() -> Vec<TicketDish> {
    let plain = TicketDish {
        quantity: Quantity::units(2),
        name: "Lomo saltado".into(),
        measure: None,
        variant: Some("Término 3/4".into()),
        choices: vec!["Guarnición: Papas fritas".into()],
        toppings: vec![
            (Quantity::units(1), "Huevo frito".into()),
            (Quantity::units(2), "Porción de plátano frito maduro".into()),
        ],
        comment: "sin cebolla, con bastante ají y la carne bien cocida por favor".into(),
        parts: Vec::new(),
        course: String::new(),
        later: false,
    };
    let combo = TicketDish {
        quantity: Quantity::units(1),
        name: "Combo criollo para compartir entre cuatro".into(),
        measure: None,
        variant: None,
        choices: Vec::new(),
        toppings: Vec::new(),
        comment: String::new(),
        parts: vec![(Quantity::units(1), "Ají de gallina".into())],
        course: String::new(),
        later: false,
    };
    vec![plain, combo]
}

#[test]
fn a_command() {
    golden::assert_ticket(
        "server/crates/orders/src/orders/comandas/tickets/golden/command",
        &compose_command_ticket(&CommandTicketKind::Command, "Cocina", Some(812), &head(), &dishes()),
    );
}

#[test]
fn a_command_states_an_allergy_in_reverse() {
    let allergic = CommandHead { allergy: "maní, crustáceos; ni trazas de camarón".into(), ..head() };
    golden::assert_ticket(
        "server/crates/orders/src/orders/comandas/tickets/golden/command_allergy",
        &compose_command_ticket(&CommandTicketKind::Command, "Cocina", Some(812), &allergic, &dishes()[..1]),
    );
}

#[test]
fn dishes_stand_under_their_courses() {
    let dish = |name: &str, course: &str| TicketDish {
        name: name.into(),
        course: course.into(),
        ..dishes().into_iter().last().expect("the combo")
    };
    let dishes = [dish("Chicha morada", "Bebidas"), dish("Causa limeña", "Entradas"), dish("Papa rellena", "Entradas")];
    let later = [dish("Lomo saltado", "Fondos"), dish("Agua", "")].map(|dish| TicketDish { later: true, ..dish });
    let dishes: Vec<TicketDish> = dishes.into_iter().chain(later).collect();
    golden::assert_ticket(
        "server/crates/orders/src/orders/comandas/tickets/golden/command_courses",
        &compose_command_ticket(&CommandTicketKind::Command, "Cocina", Some(812), &head(), &dishes),
    );
}

#[test]
fn a_fired_course_is_named_on_top() {
    let paper = CommandTicketKind::Fired { course: "Fondos".into() };
    let fired: Vec<TicketDish> =
        dishes().into_iter().map(|dish| TicketDish { course: "Fondos".into(), ..dish }).collect();
    golden::assert_ticket(
        "server/crates/orders/src/orders/comandas/tickets/golden/command_fired",
        &compose_command_ticket(&paper, "Cocina", Some(816), &head(), &fired[..1]),
    );
}

#[test]
fn an_allergy_told_later_is_no_new_order() {
    let allergic = CommandHead { allergy: "maní".into(), ..head() };
    golden::assert_ticket(
        "server/crates/orders/src/orders/comandas/tickets/golden/command_allergy_notice",
        &compose_command_ticket(&CommandTicketKind::AllergyNotice, "Cocina", Some(817), &allergic, &dishes()[1..]),
    );
}

#[test]
fn a_cancellation_shows_its_reason() {
    let paper = CommandTicketKind::Cancellation { reason: "El cliente cambió de opinión".into() };
    golden::assert_ticket(
        "server/crates/orders/src/orders/comandas/tickets/golden/cancellation",
        &compose_command_ticket(&paper, "Cocina", Some(813), &head(), &dishes()[..1]),
    );
}

#[test]
fn a_table_change_shows_both_tables() {
    let paper =
        CommandTicketKind::TableChange { from: "Mesa 5 - Terraza".into(), to: "Mesa 12 - Salón principal".into() };
    let moved = CommandHead { place: "Mesa 12 - Salón principal".into(), commands: vec![347, 351], ..head() };
    golden::assert_ticket(
        "server/crates/orders/src/orders/comandas/tickets/golden/table_change",
        &compose_command_ticket(&paper, "Cocina", Some(815), &moved, &dishes()),
    );
}

#[test]
fn a_reprint_shows_the_time_of_the_first_print() {
    let paper = CommandTicketKind::Reprint { first_printed: "21/11/2026 13:05".into() };
    let take_away = CommandHead { place: "Llevar #18".into(), persons: None, client: "Carmen Ñahui".into(), ..head() };
    golden::assert_ticket(
        "server/crates/orders/src/orders/comandas/tickets/golden/reprint",
        &compose_command_ticket(&paper, "Bar", Some(814), &take_away, &dishes()[1..]),
    );
}
