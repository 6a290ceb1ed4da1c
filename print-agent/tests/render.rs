//! Tests of the bytes for printers. They are read back by a parser that shares no code with the renderer.

use comanda_agent::render::{Logo, Profile, Profiles, render_escpos};
use comanda_fake_printer::{PaperLine, Picture, read_paper};
use comanda_ticket::{
    Bitmap, Item, Kind, Line, Text, Ticket, Total, layout,
    profile::{CodePage, CodePageSetting, ImageMode, Qr},
};

fn profile(name: &str) -> std::sync::Arc<Profile> {
    Profiles::built_in().expect("profiles are read").find(name).expect("is built in")
}

/// The same profile with Epson's code page number, because the parser knows the code pages by Epson's numbers.
fn with_epson_number(profile: &Profile) -> Profile {
    let number = match profile.code_page.name {
        CodePage::Wpc1252 => 16,
        CodePage::Pc850 => 2,
        CodePage::Pc858 => 19,
        CodePage::Pc437 => 0,
    };
    Profile { code_page: CodePageSetting { number, ..profile.code_page }, ..profile.clone() }
}

fn ticket() -> Ticket {
    Ticket::new(Kind::Receipt)
        .banner("ANULACIÓN")
        .heading("COCINA")
        .line(Text::new("LA TERRAZA DE MIRAFLORES").center().bold())
        .dish("2", "AJÍ DE GALLINA Ñ")
        .comment("¿SIN CEBOLLA? ¡SÍ!")
        .rule()
        .item_header()
        .item(Item::new("2", "Lomo saltado").unit_price("38.00").amount("76.00"))
        .total(Total::new("TOTAL", "114.30").currency("S/").double())
        .qr("20601234567|03|B001|00000347|17.44|114.30|2026-11-21")
        .barcode("B001-00000347")
        .text("áéíóúüñ ÁÉÍÓÚÜÑ ¿? ¡! ° º ª")
        .beep()
        .cut()
}

/// The text that the layout's lines must have on paper.
fn expected(lines: &[Line]) -> Vec<String> {
    let mut expected = Vec::new();
    for line in lines {
        match line {
            Line::Text { runs } => {
                expected.push(runs.iter().map(|run| run.text.as_str()).collect::<String>().trim_end().to_owned());
            }
            Line::Qr { data } => expected.push(format!("[QR {data}]")),
            Line::Barcode { data } => {
                expected.push(format!("[CODE128 {data}]"));
                // The line feed that ends the bar code makes an empty line.
                expected.push(String::new());
            }
            _ => {}
        }
    }
    expected
}

#[test]
fn paper_shows_the_layout_on_every_code_page() {
    for profile in Profiles::built_in().expect("profiles are read").all() {
        // Printers without some letters or without QR codes have their own tests.
        if profile.code_page.name == CodePage::Pc437 || profile.qr != Qr::Native {
            continue;
        }
        let (name, profile) = (&profile.name, with_epson_number(profile));
        let lines = layout(&ticket(), profile.columns());
        let sheets = read_paper(&render_escpos(&lines, &profile, Logo::None));
        assert_eq!(sheets.len(), 1, "{name}");
        let sheet = &sheets[0];
        assert!(sheet.cut && sheet.kanji_left, "{name}");
        assert_eq!(sheet.code_pages, [profile.code_page.number], "{name}");
        assert_eq!(sheet.text().lines().collect::<Vec<_>>(), expected(&lines), "{name}");
    }
}

#[test]
fn a_code_page_without_accented_capitals_prints_plain_capitals() {
    let profile = profile("impact-pc437");
    let sheets = read_paper(&render_escpos(&layout(&ticket(), profile.columns()), &profile, Logo::None));
    assert!(sheets[0].says("áéíóúüñ AÉIOUÜÑ ¿? ¡! ° º ª"), "{}", sheets[0].text());
    assert!(sheets[0].says("** ANULACION **"));
}

#[test]
fn text_styles_are_printed() {
    let profile = profile("generic-80");
    let sheets = read_paper(&render_escpos(&layout(&ticket(), 48), &profile, Logo::None));
    let styles: Vec<_> = sheets[0]
        .lines
        .iter()
        .filter_map(|line| if let PaperLine::Text(pieces) = line { pieces.last() } else { None })
        .map(|piece| (piece.text.trim(), piece.width, piece.height, piece.bold, piece.reverse))
        .collect();
    assert_eq!(styles[0], ("** ANULACIÓN **", 2, 2, true, true));
    assert_eq!(styles[1], ("COCINA", 2, 2, false, false));
    assert_eq!(styles[2], ("LA TERRAZA DE MIRAFLORES", 1, 1, true, false));
    assert_eq!(styles[3], ("2 AJÍ DE GALLINA Ñ", 1, 2, true, false));
    let (text, width, height, ..) = styles.iter().find(|look| look.0.starts_with("TOTAL")).expect("a total");
    assert_eq!((*width, *height), (2, 2), "{text}");
}

#[test]
fn printer_commands_inside_a_name_are_not_executed() {
    let ticket =
        Ticket::new(Kind::Command).dish("1", "Lomo\u{1b}p\u{0}\u{19}\u{fa}\u{10}\u{14}\u{1}\u{1d}V\u{0}").cut();
    let sheets = read_paper(&render_escpos(&layout(&ticket, 48), &profile("generic-80"), Logo::None));
    assert_eq!((sheets.len(), sheets[0].drawer_pulses), (1, 0));
}

#[test]
fn pictures_are_sent_in_bands_without_real_time_commands() {
    let dots = [0x10, 0x04, 0x01, 0x10, 0x14, 0x01, 0x10].repeat(60);
    let image = Bitmap::new(56, 60, dots).expect("fits");
    let bytes =
        render_escpos(&layout(&Ticket::new(Kind::Receipt).image(image).cut(), 48), &profile("generic-80"), Logo::None);
    let sheets = read_paper(&bytes);
    let bands: Vec<_> = sheets[0].text().lines().map(str::to_owned).collect();
    assert_eq!(bands, ["[IMAGE 56x24]", "[IMAGE 56x24]", "[IMAGE 56x12]"]);
    let fires = |pair: &[u8]| pair[0] == 0x10 && matches!(pair[1], 0x04 | 0x05 | 0x14);
    assert!(!bytes.windows(2).any(fires));
}

#[test]
fn only_lines_with_letters_that_the_code_page_lacks_are_drawn() {
    let ticket = Ticket::new(Kind::Command)
        .heading("COCINA")
        .dish("2", "宫保鸡丁 Pollo con maní")
        .comment("sin 洋葱 🌶 ni ají")
        .item(Item::new("1", "炒饭 Chaufa").amount("18.00"))
        .banner("加急")
        .text("Gracias, ¡buen provecho!")
        .cut();
    for profile in Profiles::built_in().expect("profiles are read").all() {
        let lines = layout(&ticket, profile.columns());
        let bytes = render_escpos(&lines, profile, Logo::None);
        let sheets = read_paper(&bytes);
        let (sheet, name) = (&sheets[0], &profile.name);
        assert!(
            sheet.cut && sheet.says("COCINA") && sheet.says("Gracias, ") && !sheet.says("Chaufa")
                || profile.image == ImageMode::None,
            "{name}"
        );
        let pictures = sheet.pictures();
        if profile.image == ImageMode::None {
            assert!(pictures.is_empty() && sheet.says("? ? ? ?  Pollo con man"), "{name}: {}", sheet.text());
            continue;
        }
        let drawn = lines.iter().filter(|line| line.text_rows() > 0 && !line_of(line).is_empty());
        let foreign = |line: &&Line| line_of(line).chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        let heights: usize = drawn.filter(foreign).map(|line| line.text_rows() * 24 + 6).sum();
        assert_eq!(pictures.iter().map(|picture| picture.height).sum::<usize>(), heights, "{name}");
        assert!(pictures.iter().all(|picture| picture.width <= usize::from(profile.dots)), "{name}");
    }
}

fn line_of(line: &Line) -> String {
    match line {
        Line::Text { runs } => runs.iter().map(|run| run.text.as_str()).collect(),
        _ => String::new(),
    }
}

#[test]
fn a_short_ticket_has_the_expected_bytes() {
    let ticket = Ticket::new(Kind::Command).dish("1", "Ñoquis").text("S/ 5").drawer().cut();
    let bytes = render_escpos(&layout(&ticket, 48), &profile("epson-tm-t20"), Logo::None);
    let expected: &[u8] =
        b"\x1b@\x1c.\x1bt\x10\x1bE\x01\x1d!\x01 1 \xd1oquis\x1bE\x00\x1d!\x00\nS/ 5\n\x1bp\x00\x19\xfa\x1dVB\x00";
    assert_eq!(bytes, expected);
}

#[test]
fn a_printer_without_a_cutter_feeds_the_paper_to_the_tear_bar() {
    let bytes =
        render_escpos(&layout(&Ticket::new(Kind::Command).text("x").cut(), 32), &profile("generic-58"), Logo::None);
    assert!(bytes.ends_with(b"x\n\x1bd\x04"));
}

const SUNAT: &str = "20601234567|03|B001|00000347|17.44|114.30|2026-11-21|1|00000000|x9Jq3kVd0u4hQnVtm7dZq1yTn2s=";

/// The text that a phone's camera would read from a QR code in a picture.
fn scan(picture: &Picture) -> String {
    // Adds a white margin around the code, as there is on a receipt.
    let (width, height) = (picture.width + 80, picture.height + 80);
    let black = |x: usize, y: usize| x >= 40 && y >= 40 && picture.is_black(x - 40, y - 40) && x - 40 < picture.width;
    let mut camera =
        rqrr::PreparedImage::prepare_from_greyscale(width, height, |x, y| if black(x, y) { 0 } else { 255 });
    let codes = camera.detect_grids();
    assert_eq!(codes.len(), 1, "one code");
    codes[0].decode().expect("is read").1
}

#[test]
fn qr_codes_are_drawn_for_printers_without_them() {
    for profile in Profiles::built_in().expect("profiles are read").all() {
        let ticket = Ticket::new(Kind::Receipt).text("Hash: x").qr(SUNAT).text("Gracias").cut();
        let sheets = read_paper(&render_escpos(&layout(&ticket, profile.columns()), profile, Logo::None));
        let pictures = sheets[0].pictures();
        match profile.qr {
            Qr::Native => assert!(pictures.is_empty() && sheets[0].says(SUNAT), "{}", profile.name),
            Qr::None => assert!(pictures.is_empty() && !sheets[0].says("[QR"), "{}", profile.name),
            Qr::Raster => {
                assert_eq!(scan(&pictures[0]), SUNAT, "{}", profile.name);
                assert!(pictures[0].width <= usize::from(profile.dots), "{}", profile.name);
            }
        }
    }
}
