//! The bodies of calls to a provider. Numbers are JSON numbers, made from stored céntimos.

use chrono::NaiveDate;
use serde_json::{Value, json};

use crate::document::{
    Affectation, Centimos, Content, Document, GlobalDiscount, Line, PaymentTerms, Rate, Reference, ServiceCharge,
    Totals, factor,
};

/// The paths of the calls, below the provider's address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Path {
    Documents,
    /// Sends a document that was only registered.
    Send,
    /// Voids facturas and their notes.
    Void,
    VoidStatus,
    /// Reports or voids boletas.
    Summary,
    SummaryStatus,
}

impl Path {
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Documents => "/api/documents",
            Self::Send => "/api/documents/send",
            Self::Void => "/api/voided",
            Self::VoidStatus => "/api/voided/status",
            Self::Summary => "/api/summaries",
            Self::SummaryStatus => "/api/summaries/status",
        }
    }
}

/// The customer's e-mail and phone; empty where they are not known.
#[derive(Debug, Clone, Copy, Default)]
pub struct Contact<'c> {
    pub email: &'c str,
    pub phone: &'c str,
}

/// Writes the body of a document under our own number. `changes` is the provider's key of the document that a note changes.
#[must_use]
pub fn document_body(d: &Document, contact: Contact<'_>, changes: Option<&str>) -> Value {
    let mut body = json!({
        "serie_documento": d.number.series().as_str(),
        "numero_documento": d.number.number(),
        "fecha_de_emision": d.issued_on.to_string(),
        "hora_de_emision": d.issued_at.format("%H:%M:%S").to_string(),
        "codigo_tipo_operacion": "0101",
        "codigo_tipo_documento": d.kind().code(),
        "codigo_tipo_moneda": "PEN",
        "fecha_de_vencimiento": last_due_date(d).to_string(),
        "datos_del_cliente_o_receptor": {
            "codigo_tipo_documento_identidad": d.customer.identity.code(),
            "numero_documento": d.customer.number,
            "apellidos_y_nombres_o_razon_social": d.customer.name,
            "codigo_pais": "PE",
            "ubigeo": "",
            "direccion": d.customer.address.as_deref().unwrap_or_default(),
            "correo_electronico": contact.email,
            "telefono": contact.phone,
        },
        "items": d.lines.iter().map(|line| item(line, d.rate)).collect::<Vec<_>>(),
        "totales": totals(&d.totals),
    });
    if !d.discounts.is_empty() {
        body["descuentos"] = d.discounts.iter().map(discount).collect();
    }
    if let Some(charge) = &d.service_charge {
        body["cargos"] = json!([service_charge(charge)]);
    }
    content(&mut body, &d.content, changes);
    body
}

/// Adds the fields that only one kind of document has.
fn content(body: &mut Value, content: &Content, external_id: Option<&str>) {
    match content {
        Content::Factura(PaymentTerms::Cash) | Content::Boleta => body["codigo_condicion_de_pago"] = json!("01"),
        Content::Factura(PaymentTerms::Credit { instalments, .. }) => {
            body["codigo_condicion_de_pago"] = json!("02");
            let due = instalments.iter().map(
                |i| json!({ "fecha": i.due_on.to_string(), "codigo_tipo_moneda": "PEN", "monto": number(i.amount) }),
            );
            body["cuotas"] = due.collect();
        }
        Content::CreditNote { reason, why, changes } => note(body, reason.code(), why, changes, external_id),
        Content::DebitNote { reason, why, changes } => note(body, reason.code(), why, changes, external_id),
    }
}

/// Adds the fields of a note. The changed document is named by the provider's key, else by its number.
fn note(body: &mut Value, reason: &str, why: &str, changes: &Reference, external_id: Option<&str>) {
    body["codigo_tipo_nota"] = json!(reason);
    body["motivo_o_sustento_de_nota"] = json!(why);
    body["documento_afectado"] = match external_id {
        Some(id) => json!({ "external_id": id }),
        None => json!({
            "serie_documento": changes.number.series().as_str(),
            "numero_documento": changes.number.number(),
            "codigo_tipo_documento": changes.kind.code(),
        }),
    };
}

fn last_due_date(d: &Document) -> NaiveDate {
    match &d.content {
        Content::Factura(PaymentTerms::Credit { instalments, .. }) => {
            instalments.iter().map(|i| i.due_on).max().unwrap_or(d.issued_on)
        }
        _ => d.issued_on,
    }
}

fn item(line: &Line, rate: Rate) -> Value {
    let is_free = line.affectation.is_free();
    let bears_igv = line.affectation.bears_igv();
    let percent = if bears_igv || line.affectation == Affectation::Unaffected { rate } else { Rate::ZERO };
    let untaxed = line.unit_price.without_unit_tax(line.bag_tax, line.quantity);
    let mut item = json!({
        "codigo_interno": line.code.as_deref().unwrap_or_default(),
        "descripcion": line.description,
        "codigo_producto_sunat": "",
        "unidad_de_medida": line.unit.code(),
        "cantidad": decimal(&line.quantity.quantity()),
        "valor_unitario": decimal(&untaxed.unit_value(if bears_igv { rate } else { Rate::ZERO })),
        "codigo_tipo_precio": if is_free { "02" } else { "01" },
        "precio_unitario": decimal(&line.unit_price.price()),
        "codigo_tipo_afectacion_igv": line.affectation.code(),
        "total_base_igv": number(line.base),
        "porcentaje_igv": decimal(&percent.to_string()),
        "total_igv": number(line.igv),
        "total_impuestos": number(if is_free { Centimos(0) } else { line.igv + line.bag_tax }),
        "total_valor_item": number(line.base),
        "total_item": number(line.total),
    });
    if line.bag_tax > Centimos(0) {
        item["total_impuestos_bolsa_plastica"] = number(line.bag_tax);
    }
    if let Some(discount) = &line.discount {
        item["descuentos"] = json!([allowance("00", "Descuento", discount.amount, discount.base)]);
    }
    item
}

fn discount(discount: &GlobalDiscount) -> Value {
    let (amount, base) = discount.amounts();
    allowance(discount.code(), "Descuento", amount, base)
}

fn service_charge(charge: &ServiceCharge) -> Value {
    allowance("46", "Recargo al consumo", charge.amount, charge.base)
}

fn allowance(code: &str, name: &str, amount: Centimos, base: Centimos) -> Value {
    json!({
        "codigo": code,
        "descripcion": name,
        "factor": factor(amount, base).map(|f| decimal(&f)),
        "monto": number(amount),
        "base": number(base),
    })
}

fn totals(t: &Totals) -> Value {
    let mut totals = json!({
        "total_exportacion": 0,
        "total_operaciones_gravadas": number(t.taxed),
        "total_operaciones_inafectas": number(t.unaffected),
        "total_operaciones_exoneradas": number(t.exonerated),
        "total_operaciones_gratuitas": number(t.free),
        "total_igv": number(t.igv),
        "total_impuestos": number(t.taxes()),
        "total_valor": number(t.value()),
        "total_venta": number(t.payable),
    });
    if t.bag_tax > Centimos(0) {
        totals["total_impuestos_bolsa_plastica"] = number(t.bag_tax);
    }
    totals
}

/// Writes the body that voids facturas or their notes of one day, each given by the provider's key and the reason.
#[must_use]
pub fn void_body(day: NaiveDate, documents: &[(&str, &str)]) -> Value {
    json!({ "fecha_de_emision_de_documentos": day.to_string(), "documentos": voided_documents(documents) })
}

/// Writes the body that reports the boletas of one day.
#[must_use]
pub fn summary_body(day: NaiveDate) -> Value {
    json!({ "fecha_de_emision_de_documentos": day.to_string(), "codigo_tipo_proceso": "1" })
}

/// Writes the body that voids boletas of one day, each given by the provider's key and the reason.
#[must_use]
pub fn void_boletas_body(day: NaiveDate, documents: &[(&str, &str)]) -> Value {
    json!({
        "fecha_de_emision_de_documentos": day.to_string(),
        "codigo_tipo_proceso": "3",
        "documentos": voided_documents(documents),
    })
}

fn voided_documents(documents: &[(&str, &str)]) -> Value {
    documents.iter().map(|(id, why)| json!({ "external_id": id, "motivo_anulacion": why })).collect()
}

/// Writes the body that asks for the result of a batch.
#[must_use]
pub fn status_body(external_id: &str, ticket: &str) -> Value {
    json!({ "external_id": external_id, "ticket": ticket })
}

fn number(amount: Centimos) -> Value {
    decimal(&amount.to_string())
}

/// Converts a decimal text into the shortest JSON number of the same value: figures of 15 digits pass through a double unchanged.
fn decimal(text: &str) -> Value {
    text.parse::<f64>().map_or(Value::Null, |number| json!(number))
}
