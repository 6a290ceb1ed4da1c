//! The document: what it is, and its blocks from top to bottom.

use serde::{Deserialize, Serialize};

use crate::{Align, Bitmap, Style};

/// Which document this is. Decides its expiry and, in the agent, whether it may be sent again.
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
    /// Which document this is.
    pub kind: Kind,
    /// A short name for lists and PDF metadata; not printed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// From top to bottom.
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
        /// Without the asterisks.
        text: String,
    },
    /// Two or more texts spread between the margins: the first at the left one, the last at the right one.
    Spread {
        /// From left to right.
        parts: Vec<String>,
        /// Of all of them.
        #[serde(default)]
        style: Style,
    },
    /// A dish of a kitchen command: quantity and name.
    Dish {
        /// Finished text.
        quantity: String,
        /// Wraps under itself.
        name: String,
        /// Usually tall and bold.
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
        /// With its colon and the space after it.
        label: String,
    },
    /// A dashed line.
    Rule,
    /// A QR code, centred.
    Qr {
        /// Content.
        data: String,
    },
    /// A CODE128 bar code, centred, with its text beneath.
    Barcode {
        /// ASCII only.
        data: String,
    },
    /// The company's logo, where the renderer has it.
    Logo,
    /// A picture, centred.
    Image {
        /// Its dots.
        image: Bitmap,
    },
    /// Empty lines.
    Feed {
        /// How many.
        lines: u8,
    },
    /// Numbered columns, to see on a test page where the paper ends.
    Ruler,
    /// Feeds past the knife and cuts.
    Cut,
    /// A beep, where the printer has one.
    Beep,
    /// The pulse that opens the cash drawer.
    Drawer,
}

/// A paragraph: wrapped at words, `\n` breaks it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Text {
    /// Content.
    pub text: String,
    /// Its look. Double size that does not fit in one line becomes tall.
    #[serde(default)]
    pub style: Style,
    /// Between the margins.
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
    /// Empty for a topping's row.
    #[serde(default)]
    pub quantity: String,
    /// Wraps under itself.
    pub name: String,
    /// Left out for a share of an account, for instance.
    #[serde(default)]
    pub unit_price: Option<String>,
    /// Never cut.
    #[serde(default)]
    pub amount: Option<String>,
}

/// A label with an amount at the right margin: `TOTAL   S/   114.30`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Total {
    /// At the left margin; wraps.
    pub label: String,
    /// Before the amount, lined up with those of the other totals.
    #[serde(default)]
    pub currency: Option<String>,
    /// Never cut.
    pub amount: String,
    /// Double size that does not fit in one line becomes tall.
    #[serde(default)]
    pub style: Style,
}
