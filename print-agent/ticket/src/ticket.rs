//! The printed document: its kind, and its blocks from top to bottom.

use serde::{Deserialize, Serialize};

use crate::{Align, Bitmap, Style};

/// The kind of document. Decides its expiry and, in the agent, whether it may be sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Kind {
    /// Comanda: lines sent to a production area.
    Command,
    /// Dismissed lines (`** ANULACIÓN **`).
    Cancellation,
    /// The account moved to another table (`** CAMBIO DE MESA **`).
    TableChange,
    /// A command printed again from the history (`** REIMPRESIÓN **`).
    Reprint,
    /// Precuenta.
    Prebill,
    /// Boleta, factura or nota de venta.
    Receipt,
    /// Cash opening, closing, daily sales.
    Cash,
    /// An offer handed out with a receipt.
    Promotion,
    /// The technician's test page.
    Test,
    /// Nothing on paper: the cash drawer only.
    Drawer,
}

/// One printed thing. Build it with the methods of this type; read it with [`crate::layout`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ticket {
    /// The kind of document.
    pub kind: Kind,
    /// A short name for lists and PDF metadata; not printed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The blocks, from top to bottom.
    pub blocks: Vec<Block>,
}

/// A piece of a ticket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Block {
    /// A paragraph.
    Text(Text),
    /// White on black over the whole width: `** ANULACIÓN **`.
    Banner {
        /// The text without the asterisks.
        text: String,
    },
    /// Two or more texts spread between the margins: the first at the left one, the last at the right one.
    Spread {
        /// The texts, from left to right.
        parts: Vec<String>,
        /// The style of all texts.
        #[serde(default)]
        style: Style,
    },
    /// A dish of a kitchen command: quantity and name.
    Dish {
        /// The quantity as finished text.
        quantity: String,
        /// The name; its further lines are aligned with its first.
        name: String,
        /// The style, usually tall and bold.
        #[serde(default)]
        style: Style,
    },
    /// The head of the item table: `Cant Descripción P.Unit Importe`.
    ItemHeader,
    /// A row of the item table.
    Item(Item),
    /// A label with an amount at the right margin.
    Total(Total),
    /// A label and a line to write on.
    FillIn {
        /// The label with its colon and the space after it.
        label: String,
    },
    /// A dashed line.
    Rule,
    /// A QR code, centred.
    Qr {
        /// The content of the code.
        data: String,
    },
    /// A CODE128 bar code, centred, with its text beneath.
    Barcode {
        /// The content of the code, ASCII only.
        data: String,
    },
    /// The company's logo, where the renderer has it.
    Logo,
    /// A picture, centred.
    Image {
        /// The dots of the picture.
        image: Bitmap,
    },
    /// Empty lines.
    Feed {
        /// The number of empty lines.
        lines: u8,
    },
    /// Numbered columns, which show on a test page where the paper ends.
    Ruler,
    /// Feeds past the cutter and cuts.
    Cut,
    /// A beep, where the printer has one.
    Beep,
    /// The pulse that opens the cash drawer.
    Drawer,
}

/// A paragraph, wrapped at words; `\n` starts a new line.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text {
    /// The content.
    pub text: String,
    /// The style of the text. Double size that does not fit in one line becomes tall.
    #[serde(default)]
    pub style: Style,
    /// The alignment between the margins.
    #[serde(default)]
    pub align: Align,
    /// Columns before the first line (left-aligned text only).
    #[serde(default)]
    pub indent: u8,
    /// Further columns before the lines after the first.
    #[serde(default)]
    pub hanging: u8,
}

/// A row of the item table. Texts are finished: nothing is rounded or formatted here.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// The quantity; empty for a topping's row.
    #[serde(default)]
    pub quantity: String,
    /// The name; its further lines are aligned with its first.
    pub name: String,
    /// The price of one unit; left out for a share of an account, for instance.
    #[serde(default)]
    pub unit_price: Option<String>,
    /// The price of the whole row; never cut.
    #[serde(default)]
    pub amount: Option<String>,
}

/// A label with an amount at the right margin: `TOTAL   S/   114.30`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Total {
    /// The label at the left margin; wraps.
    pub label: String,
    /// The currency symbol before the amount, aligned with those of the other totals.
    #[serde(default)]
    pub currency: Option<String>,
    /// The amount; never cut.
    pub amount: String,
    /// The style of the row. Double size that does not fit in one line becomes tall.
    #[serde(default)]
    pub style: Style,
}
