//! The reasons for which a file cannot be read as a purchase, with advice.

use comanda_base::error::{Refusal, invalid};
use std::borrow::Cow;

/// A message for the person who chose the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Problem(Cow<'static, str>);

impl Problem {
    const fn fixed(text: &'static str) -> Self {
        Self(Cow::Borrowed(text))
    }
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self(Cow::Owned(text.into()))
    }
    pub(super) fn at(self, field: &str) -> Refusal {
        invalid(field, self.0)
    }
}

pub(super) const NOT_XML: Problem = Problem::fixed(
    "El archivo no es un XML que se pueda leer. Pide al proveedor el XML de la factura, tal como lo emitió.",
);
/// Refuses a file of another type by its common name.
pub(super) fn other_file(kind: &str) -> Problem {
    Problem::new(format!("Es {kind}, no un XML. Elige el XML de la factura; este archivo puedes adjuntarlo después."))
}
pub(super) const CUT: Problem =
    Problem::fixed("El XML está incompleto o dañado. Vuelve a descargarlo del correo o de la página del proveedor.");
pub(super) const ENCODING: Problem =
    Problem::fixed("El XML tiene letras que no se pueden leer. Pide al proveedor que te lo envíe otra vez.");
pub(super) const DOCUMENT_TYPE: Problem = Problem::fixed(
    "El XML trae definiciones (DTD) que una factura nunca lleva. Por seguridad no se lee: pide otro archivo.",
);
pub(super) const TOO_MUCH: Problem =
    Problem::fixed("El archivo es más grande que una factura: hasta 2 MB y 500 líneas. Revisa que sea el correcto.");
pub(super) const BROKEN_ZIP: Problem =
    Problem::fixed("El ZIP está dañado. Vuelve a descargarlo, o elige el XML que trae.");
pub(super) const NO_XML_IN_ZIP: Problem = Problem::fixed("El ZIP no trae el XML de una factura. Elige otro archivo.");
pub(super) const CROWDED_ZIP: Problem =
    Problem::fixed("El ZIP trae varios archivos. Ábrelo y elige el XML de una sola factura.");
pub(super) const QR: Problem =
    Problem::fixed("No es el QR de una factura o boleta. Escanéalo otra vez, o elige el XML.");
pub(super) const QR_OF_NOTE: Problem = Problem::fixed(
    "Es el QR de una nota de crédito o de débito, que no dice qué comprobante corrige. Elige el XML de la nota, o regístrala a mano.",
);
pub(super) const UBL_2_0: Problem = Problem::fixed(
    "El XML es del formato UBL 2.0, que SUNAT dejó de usar en 2019. Registra la compra a mano, o pide al proveedor el XML en UBL 2.1.",
);
pub(super) const RECEIPT_OF_FEES: Problem = Problem::fixed(
    "El XML es un recibo por honorarios, que no lleva IGV ni va al registro de compras. Regístralo a mano, como un gasto con otro documento.",
);
pub(super) const NOT_AN_INVOICE: Problem =
    Problem::fixed("El XML no es una factura ni una boleta electrónica de SUNAT. Revisa que sea el correcto.");
