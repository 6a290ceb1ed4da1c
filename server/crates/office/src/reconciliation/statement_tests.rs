//! Parses files as banks, wallets and acquirers write them, clean and dirty.

use super::*;
use encoding_rs::WINDOWS_1252;

fn lima() -> Settings {
    Settings::default()
}

/// Returns the number, amount, business day and local time of each line.
fn line_texts(bytes: &[u8]) -> Vec<String> {
    let settings = lima();
    let read = parse_statement(bytes, &settings).unwrap_or_else(|refusal| panic!("{}", refusal.message));
    let hour = |at: DateTime<Utc>| at.with_timezone(&settings.time_zone).format("%H:%M").to_string();
    read.lines
        .iter()
        .map(|l| {
            format!("{} {} {} {}", l.operation_number, l.amount, l.business_day, l.at.map_or("-".to_owned(), hour))
        })
        .collect()
}

#[test]
fn files_of_banks_wallets_and_acquirers_are_read() {
    // A wallet's file: outgoing payments are negative, and the time is in the same cell as the day.
    let wallet = "\u{feff}Tipo de Transacción;Origen;Monto;Mensaje;Fecha de operación;Nro. de operación\r\n\
                  TE PAGÓ;Ana;45.00;;21/11/2026 21:16:05;40281738\r\n\
                  PAGASTE;Luis;20.50;vuelto;22/11/2026 00:40:00;40281739\r\n";
    assert_eq!(line_texts(wallet.as_bytes()), ["40281738 45.00 2026-11-21 21:16", "40281739 -20.50 2026-11-21 00:40"]);
    // A bank's file in Latin-1, with a title above the headings, «Cargo» beside «Abono», and a total at the foot.
    let bank = "Cuenta corriente;194-1234567-0-22\r\nMovimientos del mes\r\n\r\n\
                Fecha de operación;Fecha de proceso;N° operación;Descripción;Cargo;Abono;Saldo\r\n\
                21/11/2026;23/11/2026;00123456;ABONO;;\"1,234.50\";\"9,999.00\"\r\n\
                21/11/2026;23/11/2026;00123457;DEVOLUCION;S/ 12.00;;\"9,987.00\"\r\n\
                ;;Total;;12.00;1234.50;\r\n";
    let bank = WINDOWS_1252.encode(bank).0.into_owned();
    assert_eq!(line_texts(&bank), ["00123456 1234.50 2026-11-21 -", "00123457 -12.00 2026-11-21 -"]);
    // An acquirer's file: separated by commas, with a time column and decimal commas; denied operations do not count.
    let acquirer = "Fecha de transacción,Hora,Código de comercio,Nro. tarjeta,Código de autorización,Tipo de operación,Importe bruto,Comisión,Importe neto,Fecha de abono,Estado\n\
                    2026-11-21,21:16:40,1001,4551****1234,A12345,Venta,\"118,00\",\"3,50\",\"114,50\",2026-11-23,Procesada\n\
                    2026-11-21,09:05 p. m.,1001,4551****1234,A12346,Devolución,\"18,00\",0,\"18,00\",2026-11-23,Procesada\n\
                    2026-11-21,21:30,1001,4551****1234,A12347,Venta,\"90,00\",0,\"90,00\",2026-11-23,Denegada\n";
    assert_eq!(line_texts(acquirer.as_bytes()), ["A12345 118.00 2026-11-21 21:16", "A12346 -18.00 2026-11-21 21:05"]);
    assert_eq!(parse_statement(acquirer.as_bytes(), &lima()).unwrap().failed, 1);
    // Tabs, a month by name, trailing minus signs and amounts in brackets.
    let tabs = "Operación - Número\tFecha\tOperación - Hora\tMonto\n1\t21-nov-26\t2116\t(10.00)\n2\t21 oct 2026\t08:00\tS/. 5.00-\n";
    assert_eq!(line_texts(tabs.as_bytes()), ["1 -10.00 2026-11-21 21:16", "2 -5.00 2026-10-21 08:00"]);
    // Instants are converted to the house's clock; payments in dollars are left out.
    let instants = "Fecha;Moneda;Nro. operación;Monto\n2026-11-22T02:16:00Z;PEN;1;10.00\n\
                    2026-11-21T21:17:00-05:00;Soles;2;11.00\n2026-11-21T10:00:00-05:00;USD;3;12.00\n";
    assert_eq!(line_texts(instants.as_bytes()), ["1 10.00 2026-11-21 21:16", "2 11.00 2026-11-21 21:17"]);
}

#[test]
fn a_wallet_without_numbers_is_read_by_its_hours() {
    let wallet = include_str!("../../../../tests/fixtures/files/wallet-without-number.csv");
    assert_eq!(line_texts(wallet.as_bytes()), [" 45.00 2026-11-27 10:16", " -20.50 2026-11-27 11:40"]);
    let named = "Tipo;Origen;Monto;Fecha de operación\nTE PAGÓ;Total Fitness;45;27/11/2026 10:16\n;TOTAL;45;\n";
    assert_eq!(line_texts(named.as_bytes()), [" 45.00 2026-11-27 10:16"]);
    let sum_below_amounts = "Fecha de operación;Origen;Monto\n27/11/2026 10:16;Ana;45\n;;\nTotal;;45.00\n";
    assert_eq!(line_texts(sum_below_amounts.as_bytes()), [" 45.00 2026-11-27 10:16"]);
    let refusal = parse_statement("Origen;Monto;Fecha\nAna;45;27/11/2026\n".as_bytes(), &lima()).unwrap_err();
    assert!(
        refusal.message.starts_with("No encontramos la columna con el número de operación. Columnas que trae: Origen")
    );
}

#[test]
fn a_workbook_keeps_its_hours_and_a_day_alone_is_no_midnight() {
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet();
    let moment = rust_xlsxwriter::Format::new().set_num_format("dd/mm/yyyy hh:mm");
    for (column, head) in ["Fecha y hora", "Referencia", "Monto"].iter().enumerate() {
        sheet.write_string(0, column as u16, *head).unwrap();
    }
    let at = rust_xlsxwriter::ExcelDateTime::from_ymd(2026, 11, 21).unwrap();
    let evening = at.clone().and_hms(21, 16, 0).unwrap();
    for (row, at, number) in [(1, &evening, 40_281_738.0), (2, &at, 40_281_739.0)] {
        sheet.write_datetime_with_format(row, 0, at, &moment).unwrap();
        sheet.write_number(row, 1, number).unwrap();
        sheet.write_number(row, 2, 45.5).unwrap();
    }
    let bytes = book.save_to_buffer().unwrap();
    assert_eq!(line_texts(&bytes), ["40281738 45.50 2026-11-21 21:16", "40281739 45.50 2026-11-20 00:00"]);
    let days = "Fecha;Referencia;Monto\n21/11/2026 00:00:00;1;45.50\n22/11/2026 00:00:00;2;45.50";
    assert_eq!(line_texts(days.as_bytes()), ["1 45.50 2026-11-21 -", "2 45.50 2026-11-22 -"]);
}

#[test]
fn a_mark_finds_its_line_in_another_file() {
    let keys = |text: &str| {
        parse_statement(text.as_bytes(), &lima()).unwrap().lines.into_iter().map(|l| l.mark_key).collect::<Vec<_>>()
    };
    let first = keys("Fecha;Nro operación;Monto\n21/11/2026;0040;45\n21/11/2026;40;45.00\n21/11/2026;41;45\n");
    assert_eq!(first, ["2026-11-21 40 45.00 1", "2026-11-21 40 45.00 2", "2026-11-21 41 45.00 1"]);
    assert_eq!(keys("Monto,Fecha,Cod. operacion\n45.00,2026-11-21,41\n"), first[2..]);
}

#[test]
fn unreadable_values_are_reported_with_their_line() {
    for (text, says) in [
        (
            "Fecha;Detalle;Saldo\n21/11/2026;x;5",
            "con el número de operación ni con el monto. Columnas que trae: Fecha, Detalle, Saldo.",
        ),
        ("Nro operación;Monto\n1;5", "con la fecha"),
        ("Fecha;Nro operación;Monto\n", "no trae operaciones"),
        ("Fecha;Nro operación;Monto\n21/11/2026;1;cinco", "Línea 2: «cinco» no es un monto."),
        ("Fecha;Nro operación;Monto\n21/11/2026;1;5\n31/02/2026;2;5", "Línea 3: «31/02/2026» no es una fecha."),
        ("Fecha;Nro operación;Monto\n;1;5", "Línea 2: falta la fecha."),
        ("Fecha;Nro operación;Monto\n21/11/2026;1;", "Línea 2: falta el monto."),
        ("Fecha;Hora;Nro operación;Monto\n21/11/2026;tarde;1;5", "Línea 2: «tarde» no es una hora."),
        ("Fecha;Nro operación;Monto\n21/11/2026;4.02E+07;5", "Línea 2: el número «4.02E+07» está abreviado"),
        ("\u{0}\u{1}", "no es una hoja"),
    ] {
        let refusal = parse_statement(text.as_bytes(), &lima()).unwrap_err();
        assert!(refusal.message.contains(says), "{}", refusal.message);
        assert!(refusal.errors.contains_key("file"));
    }
}

#[test]
fn a_corrupted_statement_never_panics() {
    let corpus: [&[u8]; 2] = [
        include_bytes!("../../../../tests/fixtures/files/bank.xls"),
        "Fecha de operación;Nro. de operación;Monto\r\n21/11/2026 21:16:05;40281738;\"1,234.50\"\r\n".as_bytes(),
    ];
    let settings = lima();
    comanda_test_support::hostile::assert_survives_mutations("statement", &corpus, |file| {
        drop(parse_statement(file, &settings))
    });
}
