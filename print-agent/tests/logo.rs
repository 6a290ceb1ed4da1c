//! Tests of the company's logo on paper: from the printer's memory, in bands, or missing. It never prevents a ticket.

mod support;

use comanda_fake_printer::{Abilities, FakePrinter, PaperLine, Picture};
use comanda_ticket::{
    Bitmap, Kind, Ticket,
    wire::{JobState, PrintJob, PrinterSetup, PrinterState},
};
use support::{agent::Agent, job, network, server::Server};

/// A picture of a ring, with bytes at the left edge that are also a real-time command.
fn logo() -> Bitmap {
    let mut dots = vec![0; 40 * 100];
    for (y, row) in dots.chunks_mut(40).enumerate() {
        for x in 0..320_usize {
            let (dx, dy) = (x.abs_diff(160), 3 * y.abs_diff(50));
            if (130 * 130..150 * 150).contains(&(dx * dx + dy * dy)) {
                row[x / 8] |= 0x80 >> (x % 8);
            }
        }
        row[..3].copy_from_slice(&[0x10, 0x14, 0x08]);
    }
    Bitmap::new(320, 100, dots).expect("fits")
}

fn receipt(number: u32) -> PrintJob {
    let ticket = Ticket::new(Kind::Receipt).logo().text(format!("BOLETA {number}")).cut();
    PrintJob { logo: Some(logo().fingerprint()), ..job(1, ticket) }
}

fn printer(profile: &str, address: &str) -> PrinterSetup {
    PrinterSetup { profile: profile.into(), ..network(1, "CAJA", address) }
}

/// Whether the picture is the logo, except for the few dots that are changed to avoid real-time commands.
fn is_the_logo(picture: &Picture) -> bool {
    let logo = logo();
    let differing = picture.dots.iter().zip(logo.dots()).filter(|(a, b)| a != b).count();
    picture.dots.len() == logo.dots().len() && differing <= 120
}

struct Cashier {
    printer: FakePrinter,
    server: Server,
    agent: Agent,
}

impl Cashier {
    async fn open(profile: &str, abilities: Abilities) -> Self {
        Self::open_with(profile, abilities, Some(logo())).await
    }

    async fn open_with(profile: &str, abilities: Abilities, logo: Option<Bitmap>) -> Self {
        let fake = FakePrinter::start(abilities).await.expect("starts");
        let server = Server::start(vec![printer(profile, &fake.address())]).await;
        server.change(|data| data.logo = logo);
        let agent = Agent::start(&server.url);
        server.wait_for_printer_state(1, PrinterState::Ready).await;
        Self { printer: fake, server, agent }
    }

    async fn prints(&self, number: u32) {
        let id = self.server.offer(receipt(number)).await;
        self.server.wait_for_report(id, JobState::Done).await;
    }
}

#[tokio::test]
async fn a_printer_with_picture_memory_gets_the_logo_once() {
    let it = Cashier::open("epson-tm-t20iii", Abilities::ALL).await;
    it.prints(1).await;
    let first = it.printer.printed().len();
    it.prints(2).await;
    assert!(it.printer.printed().len() - first < 100, "the second one only names it");
    assert_eq!((it.printer.kept_pictures(), it.server.data().logos_sent), (1, 1));
    for sheet in it.printer.sheets() {
        assert!(matches!(&sheet.lines[0], PaperLine::Stored(picture) if is_the_logo(picture)), "{}", sheet.text());
    }
    // A new logo replaces the stored one.
    let other = Bitmap::new(8, 8, vec![0xff; 8]).expect("fits");
    it.server.change(|data| data.logo = Some(other.clone()));
    let mut third = receipt(3);
    third.logo = Some(other.fingerprint());
    let id = it.server.offer(third).await;
    it.server.wait_for_report(id, JobState::Done).await;
    assert_eq!(it.printer.sheets()[2].pictures()[0].dots, other.dots());
}

#[tokio::test]
async fn a_printer_without_picture_memory_gets_the_logo_in_bands() {
    let it = Cashier::open("pos-80xx", Abilities::CONSUMED).await;
    it.prints(1).await;
    let sheets = it.printer.sheets();
    let bands = sheets[0]
        .lines
        .iter()
        .filter_map(|line| if let PaperLine::Image(band) = line { Some(band.height) } else { None });
    assert_eq!(bands.collect::<Vec<_>>(), [24, 24, 24, 24, 4]);
    assert!(is_the_logo(&sheets[0].pictures()[0]));
    let printed = it.printer.printed();
    assert!(!printed.windows(2).any(|pair| pair[0] == 0x10 && matches!(pair[1], 0x04 | 0x05 | 0x14)));
}

#[tokio::test]
async fn a_restarted_agent_has_the_logo_on_disk() {
    let it = Cashier::open("pos-80xx", Abilities::ALL).await;
    it.prints(1).await;
    let folder = it.agent.stop().await;
    it.server.change(|data| data.logo = None);
    let _agent =
        Agent::start_with(&it.server.url, support::agent::fast_timing(), folder, comanda_agent::clock::Clock::system());
    let id = it.server.offer(receipt(2)).await;
    it.server.wait_for_report(id, JobState::Done).await;
    assert!(is_the_logo(&it.printer.sheets()[1].pictures()[0]));
}

#[tokio::test]
async fn a_missing_logo_does_not_prevent_printing() {
    for profile in ["epson-tm-t20iii", "pos-80xx", "impact-pc437"] {
        let it = Cashier::open_with(profile, Abilities::ALL, None).await;
        it.prints(1).await;
        let sheets = it.printer.sheets();
        assert_eq!((sheets.len(), sheets[0].pictures().len()), (1, 0), "{profile}");
        assert!(sheets[0].says("BOLETA 1"));
    }
}

/// The connection breaks while the printer receives the logo. The ticket is still printed once, with the logo.
#[tokio::test]
async fn an_interrupted_logo_loses_no_ticket() {
    for bytes in [1, 12, 30, 400, 4000] {
        let it = Cashier::open("epson-tm-t20iii", Abilities::ALL).await;
        it.printer.drop_after(bytes);
        it.prints(1).await;
        let sheets = it.printer.sheets();
        let receipts: Vec<_> = sheets.iter().filter(|sheet| sheet.says("BOLETA 1")).collect();
        assert_eq!(receipts.len(), 1, "{bytes}");
        assert!(is_the_logo(&receipts[0].pictures()[0]), "{bytes}");
        assert!(!receipts[0].says("POSIBLE DUPLICADO"), "{bytes}");
    }
}
