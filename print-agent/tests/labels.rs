//! Tests of printers of labels: the exact bytes in both languages, and the conversation with one that speaks TSPL.
//!
//! `GOLDEN=write` writes the golden files again.

mod support;

use std::{env, fs, net::SocketAddr, path::PathBuf};

use comanda_agent::render::render_labels;
use comanda_ticket::{
    Bitmap, Kind, Text, Ticket, draw_labels,
    profile::LabelLanguage,
    wire::{JobState, LabelSize, Level, Mark, PrinterSetup, PrinterState, Reason},
};
use support::{agent::Agent, job, network, server::Server, within_time_limit};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    sync::watch,
};

/// The bytes of a picture of 50 mm by 30 mm.
const PICTURE_BYTES: usize = 50 * 240;

fn stickers() -> Ticket {
    let sticker = |ticket: Ticket, nth: &str| {
        ticket
            .pair("LLEVAR #18", nth)
            .line(Text::new("ALERGIA: MANÍ").bold().reverse())
            .line(Text::new("Ají de gallina").bold().tall())
            .text("Sin cebolla")
            .cut()
    };
    sticker(sticker(Ticket::new(Kind::Command), "1 de 2"), "2 de 2")
}

#[test]
fn labels_have_the_golden_bytes_in_both_languages() {
    // A small picture keeps the file readable; the drawing of labels has tests of its own.
    let picture = Bitmap::new(16, 3, vec![0xff, 0x00, 0x10, 0x04, !0x1b, !b'!']).expect("fits");
    let labels = [picture.clone(), picture];
    for (name, language) in [("label-tspl", LabelLanguage::Tspl), ("label-escpos", LabelLanguage::EscPos)] {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.bytes"));
        let bytes = render_labels(&labels, LabelSize::Mm40x30, language);
        let written = bytes.escape_ascii().to_string().replace("\\n", "\\n\n") + "\n";
        if env::var("GOLDEN").as_deref() == Ok("write") {
            fs::write(&path, &written).expect("golden file is writable");
        }
        assert_eq!(written, fs::read_to_string(&path).expect("golden file exists"), "{name}");
    }
}

/// A printer that speaks TSPL: it answers `ESC ! ?` with its state, and keeps everything else.
struct TsplPrinter {
    address: SocketAddr,
    state: watch::Sender<u8>,
    received: watch::Receiver<Vec<u8>>,
}

impl TsplPrinter {
    async fn start(state: u8) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("listens");
        let address = listener.local_addr().expect("has an address");
        let (state, states) = watch::channel(state);
        let (sender, received) = watch::channel(Vec::new());
        tokio::spawn(async move {
            while let Ok((mut socket, _)) = listener.accept().await {
                let mut buffer = vec![0; 64 << 10];
                while let Ok(count @ 1..) = socket.read(&mut buffer).await {
                    let bytes = &buffer[..count];
                    if bytes == b"\x1b!?" {
                        let answer = [*states.borrow()];
                        let _ = socket.write_all(&answer).await;
                    } else {
                        sender.send_modify(|all: &mut Vec<u8>| all.extend_from_slice(bytes));
                    }
                }
            }
        });
        Self { address, state, received }
    }

    fn setup(&self) -> PrinterSetup {
        let setup = network(1, "ETIQUETAS", &self.address.to_string());
        PrinterSetup { label: Some(LabelSize::Mm50x30), profile: "tspl".into(), ..setup }
    }

    /// Returns the pictures of the labels so far, as the printer would print them.
    fn printed(&self) -> Vec<Vec<u8>> {
        const HEAD: &[u8] = b"BITMAP 0,0,50,240,0,";
        let received = self.received.borrow();
        let starts = received.windows(HEAD.len()).enumerate().filter(|(_, window)| *window == HEAD);
        starts.map(|(at, _)| received[at + HEAD.len()..][..PICTURE_BYTES].iter().map(|byte| !byte).collect()).collect()
    }
}

#[tokio::test]
async fn each_sticker_is_printed_on_a_label_of_its_own() {
    let printer = TsplPrinter::start(0).await;
    let server = Server::start(vec![printer.setup()]).await;
    let _agent = Agent::start(&server.url);
    let id = server.offer(job(1, stickers())).await;
    let report = server.wait_for_report(id, JobState::Done).await;
    assert_eq!((report.level, report.duplicate), (Some(Level::L0), false));
    let drawn: Vec<_> =
        draw_labels(&stickers(), LabelSize::Mm50x30).iter().map(|label| label.dots().to_vec()).collect();
    assert!(printer.printed() == drawn);
    let received = printer.received.borrow().clone();
    assert!(received.starts_with(b"\r\nSIZE 50 mm,30 mm\r\nGAP 2 mm,0 mm\r\n"));
    assert_eq!(received.windows(9).filter(|window| window == b"PRINT 1,1").count(), 2);
}

#[tokio::test]
async fn every_sticker_of_a_reprint_is_marked() {
    let printer = TsplPrinter::start(0).await;
    let server = Server::start(vec![printer.setup()]).await;
    let _agent = Agent::start(&server.url);
    let mut again = job(1, stickers());
    again.marks = vec![Mark::Reimpresion];
    let id = server.offer(again).await;
    server.wait_for_report(id, JobState::Done).await;
    let marked: Vec<_> = stickers().labels().into_iter().map(|label| label.marked_on_top("REIMPRESIÓN")).collect();
    let drawn: Vec<_> = marked
        .iter()
        .flat_map(|label| draw_labels(label, LabelSize::Mm50x30))
        .map(|label| label.dots().to_vec())
        .collect();
    assert!(printer.printed() == drawn);
}

#[tokio::test]
async fn stickers_wait_for_a_roll_and_come_out_once() {
    const NO_PAPER: u8 = 4;
    let printer = TsplPrinter::start(NO_PAPER).await;
    let server = Server::start(vec![printer.setup()]).await;
    let _agent = Agent::start(&server.url);
    let id = server.offer(job(1, stickers())).await;
    server.wait_for_printer_state(1, PrinterState::PaperOut).await;
    let held = server.wait_for_report(id, JobState::Held).await;
    assert_eq!((held.reason, printer.printed().len()), (Some(Reason::PaperOut), 0));
    printer.state.send_replace(0);
    within_time_limit("the stickers", server.wait_for_report(id, JobState::Done)).await;
    assert_eq!(printer.printed().len(), 2);
}
