//! What the action log's types are called. A story holds this list against the code: who writes a new type names it here.

/// Each type with its name, in the order of the filter.
pub const ACTION_LABELS: &[(&str, &str)] = &[
    ("REQUEST_OPENED", "Cuenta abierta"),
    ("REQUEST_EDITED", "Datos de la cuenta cambiados"),
    ("ORDER_SENT", "Comanda enviada"),
    ("COMMAND_REPRINTED", "Comanda reimpresa"),
    ("LINE_DISMISSED", "Platos anulados"),
    ("DISMISSAL_SEEN", "Anulación vista en cocina"),
    ("PRE_BILL_PRINTED", "Precuenta impresa"),
    ("TABLE_MOVED", "Mesa movida"),
    ("ORDER_MOVED", "Pedido movido"),
    ("TABLES_MERGED", "Mesas juntadas"),
    ("TABLE_CLOSED", "Mesa cerrada a mano"),
    ("PAYMENT", "Cobro"),
    ("DOCUMENT_ISSUED", "Comprobante emitido"),
    ("DOCUMENT_REPRINTED", "Comprobante reimpreso"),
    ("CYCLE_OPENED", "Caja abierta"),
    ("CASH_COUNTED", "Caja contada"),
    ("CYCLE_CLOSED", "Caja cerrada"),
    ("CYCLE_DELETED", "Caja vacía eliminada"),
    ("CASH_MOVEMENT", "Movimiento de caja"),
    ("CASH_MOVEMENT_REJECTED", "Movimiento de caja rechazado"),
    ("DRAWER_OPENED", "Gaveta abierta"),
    ("SOLD_OUT", "Agotado por hoy"),
    ("SOLD_OUT_ENDED", "Disponible otra vez"),
    ("CLIENT_CREATED", "Cliente creado"),
    ("CLIENT_CHANGED", "Cliente cambiado"),
    ("PROMOTION_CREATED", "Promoción creada"),
    ("PROMOTION_CHANGED", "Promoción cambiada"),
    ("PROMOTION_DELETED", "Promoción eliminada"),
    ("PRINTER_ADDED", "Impresora agregada"),
    ("PRINTER_CHANGED", "Impresora cambiada"),
    ("PRINTER_DELETED", "Impresora eliminada"),
    ("PRINT_JOB_RELEASED", "Impresión liberada"),
    ("PRINT_JOB_CANCELLED", "Impresión cancelada"),
    ("PRINT_JOB_REPRINTED", "Papel reimpreso"),
    ("PAIRING_CODE_MADE", "Código de agente creado"),
    ("AGENT_REVOKED", "Agente de impresión retirado"),
    ("PIN_FAILED", "PIN incorrecto"),
    ("LOGIN", "Ingreso al sistema"),
];

/// The name of a type; one that has none is shown as it is.
pub fn action_label(action_type: &str) -> &str {
    ACTION_LABELS.iter().find(|(of, _)| *of == action_type).map_or(action_type, |(_, label)| label)
}
