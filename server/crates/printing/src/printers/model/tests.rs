use super::{
    AgentId, PrinterId, PrinterKind, PrinterType::*, StandIn, Status, check_stand_in, check_stand_in_media,
    find_address_error,
};

#[test]
fn an_address_must_fit_the_kind_of_connection() {
    let cases = [
        (Network, "192.168.1.50", true),
        (Network, "192.168.1.50:9100", true),
        (Network, "cocina.local:9100", true),
        (Network, "192.168.1.500", false),
        (Network, "192.168.1", false),
        (Network, "192.168.1.50:", false),
        (Network, "192.168.1.50:70000", false),
        (Network, "", false),
        (Network, "http://cocina", false),
        (Usb, "04b8:0e15:X7K1", true),
        (Usb, "/dev/usb/lp0", true),
        (Usb, "EPSON", false),
        (Usb, "", false),
        (Serial, "COM3", true),
        (Serial, "/dev/ttyUSB0:19200,8N1,rtscts", true),
        (Serial, "COM3:19201", false),
        (Spooler, "EPSON TM-T20III", true),
        (Spooler, "", false),
        (Virtual, "", true),
    ];
    for (kind, address, good) in cases {
        assert_eq!(find_address_error(kind, address).is_none(), good, "{kind} {address:?}");
    }
}

#[test]
fn a_stand_in_is_another_printer_that_prints_and_leads_to_no_circle() {
    let printer = |id: i64, stand_in: Option<i64>| StandIn {
        id: PrinterId(id),
        name: format!("P{id}"),
        kind: Network,
        agent_id: Some(AgentId(id)),
        stand_in_id: stand_in.map(PrinterId),
        status: Status::Active,
        media: PrinterKind::Ticket,
    };
    let all = [
        printer(1, None),
        printer(2, Some(3)),
        printer(3, Some(4)),
        printer(4, None),
        StandIn { status: Status::Inactive, ..printer(5, None) },
        StandIn { kind: Virtual, agent_id: None, ..printer(6, None) },
        StandIn { kind: Virtual, ..printer(7, None) },
    ];
    let cases = [
        (Some(1), 4, None),
        (Some(1), 2, None),
        (None, 1, None),
        (Some(1), 7, None),
        (Some(1), 1, Some("a sí misma")),
        (Some(1), 99, Some("ya no existe")),
        (Some(1), 5, Some("P5 está desactivada")),
        (Some(1), 6, Some("en pantalla")),
        (Some(3), 2, Some("en círculo")),
        (Some(4), 2, Some("en círculo")),
    ];
    for (id, stand_in, words) in cases {
        let answer = check_stand_in(id.map(PrinterId), PrinterId(stand_in), &all);
        match words {
            None => assert!(answer.is_ok(), "{id:?} by {stand_in}"),
            Some(words) => assert!(format!("{answer:?}").contains(words), "{id:?} by {stand_in}: {answer:?}"),
        }
    }
}

#[test]
fn labels_do_not_stand_in_for_tickets() {
    let printer = |id: i64, stand_in: Option<i64>, media| StandIn {
        id: PrinterId(id),
        name: format!("P{id}"),
        kind: Network,
        agent_id: Some(AgentId(id)),
        stand_in_id: stand_in.map(PrinterId),
        status: Status::Active,
        media,
    };
    let (ticket, label) = (PrinterKind::Ticket, PrinterKind::Label);
    let all =
        [printer(1, Some(2), ticket), printer(2, None, ticket), printer(3, None, label), printer(4, Some(3), label)];
    let cases = [
        (Some(1), ticket, Some(2), None),
        (Some(1), ticket, Some(3), Some("P3 imprime etiquetas")),
        (None, ticket, Some(3), Some("P3 imprime etiquetas")),
        (Some(4), label, Some(3), None),
        (Some(4), label, Some(2), None),
        (Some(4), ticket, Some(3), Some("P3 imprime etiquetas")),
        (Some(2), label, None, Some("Suple a P1")),
        (Some(3), ticket, None, None),
    ];
    for (id, media, stand_in, words) in cases {
        let answer = check_stand_in_media(id.map(PrinterId), media, stand_in.map(PrinterId), &all);
        let is_right = words.map_or(answer.is_ok(), |words| format!("{answer:?}").contains(words));
        assert!(is_right, "{id:?} on {media} by {stand_in:?}: {answer:?}");
    }
}
