//! Tests of the exact bytes that are sent to printers, for every command that a ticket can need.
//!
//! `GOLDEN=write` writes the golden files again.

use std::{env, fs, path::PathBuf};

use comanda_agent::render::{Logo, Profile, Profiles, render_escpos};
use comanda_ticket::{
    Bitmap, Kind, Text, Ticket, Total, layout,
    profile::{Cut, Drawer},
};

fn ticket() -> Ticket {
    Ticket::new(Kind::Receipt)
        .logo()
        .banner("ANULACIÓN")
        .heading("COCINA")
        .line(Text::new("LA TERRAZA DE MIRAFLORES").center().bold())
        .dish("2", "AJÍ DE GALLINA Ñ")
        .comment("¿SIN CEBOLLA? ¡SÍ! €")
        .rule()
        .total(Total::new("TOTAL", "114.30").currency("S/").double())
        .image(Bitmap::new(16, 30, [0x10, 0x04].repeat(30)).expect("fits"))
        .qr("20601234567|03|B001|00000347|17.44|114.30|2026-11-21")
        .barcode("B001-00000347")
        .text("Gracias")
        .drawer()
        .beep()
        .cut()
}

fn check(name: &str, profile: &Profile, logo: Logo<'_>) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.bytes"));
    let bytes = render_escpos(&layout(&ticket(), profile.columns()), profile, logo);
    let written = bytes.escape_ascii().to_string().replace("\\n", "\\n\n") + "\n";
    if env::var("GOLDEN").as_deref() == Ok("write") {
        fs::write(&path, &written).expect("golden file is writable");
    }
    assert_eq!(written, fs::read_to_string(&path).expect("golden file exists"), "{name}");
}

#[test]
fn each_kind_of_printer_gets_the_golden_bytes() {
    let profiles = Profiles::built_in().expect("profiles are read");
    let profile = |name| profiles.find(name).expect("is built in");
    let picture = Bitmap::new(8, 2, vec![0xaa, 0x55]).expect("fits");
    check("generic-80", &profile("generic-80"), Logo::Sent(&picture));
    check("pos-58xx", &profile("pos-58xx"), Logo::None);
    check("epson-tm-t20iii", &profile("epson-tm-t20iii"), Logo::Stored);
    check("impact-pc437", &profile("impact-pc437"), Logo::Sent(&picture));
    let full_cut = Profile { cut: Cut::Full, drawer: Drawer::Pin5, ..(*profile("pos-80xx")).clone() };
    check("pos-80xx-full-cut", &full_cut, Logo::None);
}
