//! The papers of the store room share this frame: an internal document on paper of 80 mm, which two people sign.

use comanda_base::{db::Tx, error::Result, money::Money};
use comanda_pdf as pdf;
use comanda_platform::settings::{CompanyInfo, Logo};
use comanda_printing::PaperSize;
use comanda_ticket::{Item, Kind, Text, Ticket};

/// Begins a paper with its title and number; `mark` says that it is not in force, such as `ANULADA`.
pub(crate) fn begin_paper(company: &CompanyInfo, title: &str, number: &str, mark: Option<&str>) -> Ticket {
    let ticket = Ticket::new(Kind::Cash)
        .title(format!("{title} {number}"))
        .logo()
        .line(Text::new(&company.commercial_name).center().bold())
        .line(Text::new(title).center().tall().bold())
        .line(Text::new(number).center().tall().bold());
    match mark {
        Some(mark) => ticket.line(Text::new(format!("** {mark} **")).center().bold()),
        None => ticket,
    }
}

/// Returns a line such as `2 saco  Arroz extra`, with its value where it is known.
pub(crate) fn paper_item(quantity: String, name: &str, value: Option<Money>) -> Item {
    let item = Item::new(quantity, name);
    match value {
        Some(value) => item.amount(value.to_centimos().to_string()),
        None => item,
    }
}

/// Ends a paper with the lines on which these two sign, such as `Entregó: `.
pub(crate) fn end_paper(ticket: Ticket, [first, second]: [&str; 2]) -> Ticket {
    ticket.feed(1).fill_in(first).feed(1).fill_in(second).centered("Documento interno").cut()
}

/// Renders a paper as a PDF with the company's logo.
pub(crate) async fn render_pdf(tx: &mut Tx, ticket: Ticket) -> Result<Vec<u8>> {
    pdf::render_ticket(&Logo::load(tx).await?.draw_on(ticket), PaperSize::Mm80.columns())
}
