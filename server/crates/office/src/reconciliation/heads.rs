//! Which column of a bank's, a wallet's or an acquirer's file is which, by the words at its head. Pure.

use comanda_base::search::search_key;

/// Rows in which the heads are looked for: many files begin with a title and the account's data.
const ROWS_WITH_HEADS: usize = 30;

/// Where things stand in a line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Columns {
    /// None in a wallet's file without numbers of operations.
    pub number: Option<usize>,
    pub amount: Amount,
    pub day: usize,
    pub hour: Option<usize>,
    /// In or out, where the amount does not say so by its sign.
    pub direction: Option<usize>,
    /// Whether it went through.
    pub outcome: Option<usize>,
    /// In what it was paid; soles where nothing says so.
    pub currency: Option<usize>,
}

/// Where the amount stands: in one column, or what came in and what went out in two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Amount {
    Signed(usize),
    InAndOut(usize, usize),
}

impl Default for Amount {
    fn default() -> Self {
        Amount::Signed(0)
    }
}

/// Words of a head, without case, accents and signs: `Nº. de Operación` is `n de operacion`.
fn words(head: &str) -> String {
    let plain = search_key(&head.replace(['º', '°', 'ª'], " "));
    let spaced: String = plain.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn has(words: &str, any_of: &[&str]) -> bool {
    words.split(' ').any(|word| any_of.contains(&word))
}

/// Whether a line of a file looks like its heads.
pub(super) fn is_head(line: &str) -> bool {
    let line = words(line);
    has(&line, &["monto", "montos", "importe", "importes", "abono", "abonos", "total"])
        && has(&line, &["fecha", "fec", "f", "operacion", "autorizacion", "transaccion", "referencia"])
}

/// How well a head suits a column, the least being the best; none: not at all.
type Fits = fn(&str) -> Option<u8>;

fn number(head: &str) -> Option<u8> {
    let others =
        ["fecha", "f", "hora", "tipo", "monto", "importe", "estado", "moneda", "canal", "descripcion", "concepto"];
    if has(head, &others) || has(head, &["tarjeta", "cuenta", "lote", "comercio", "terminal", "celular", "telefono"]) {
        return None;
    }
    let is_numbered = has(head, &["n", "no", "nro", "num", "numero", "cod", "codigo", "id"]);
    match head {
        _ if has(head, &["operacion", "oper", "op"]) => Some(if is_numbered { 0 } else { 4 }),
        _ if has(head, &["autorizacion", "autoriz", "aut", "aprobacion"]) => Some(1),
        _ if has(head, &["transaccion", "trx"]) => Some(2),
        _ if has(head, &["referencia", "ref", "voucher"]) => Some(3),
        _ if is_numbered && has(head, &["movimiento", "doc", "documento"]) => Some(5),
        _ => None,
    }
}

fn amount(head: &str) -> Option<u8> {
    let is_amount = has(head, &["monto", "montos", "importe", "importes"]);
    if has(
        head,
        &["comision", "igv", "saldo", "moneda", "propina", "cuota", "cuotas", "dscto", "descuento", "fecha", "tipo"],
    ) {
        return None;
    }
    match head {
        _ if is_amount && has(head, &["neto"]) => Some(6),
        _ if is_amount && has(head, &["bruto"]) => Some(0),
        "monto" | "importe" => Some(1),
        _ if is_amount
            && has(head, &["operacion", "transaccion", "venta", "total", "pagado", "cobrado", "abonado"]) =>
        {
            Some(2)
        }
        _ if is_amount => Some(3),
        _ if has(head, &["abono", "abonos"]) => Some(4),
        "total" | "venta" => Some(5),
        _ => None,
    }
}

fn went_out(head: &str) -> Option<u8> {
    has(head, &["cargo", "cargos"]).then_some(0).filter(|_| !has(head, &["fecha", "tipo"]))
}

fn day(head: &str) -> Option<u8> {
    if !has(head, &["fecha", "fec", "f", "dia"]) {
        return None;
    }
    // The day on which the bank pays is another one than that of the operation.
    let is_of_bank = has(
        head,
        &["abono", "proceso", "valuta", "valor", "deposito", "liquidacion", "pago", "vencimiento", "contable"],
    );
    let is_of_operation = has(head, &["operacion", "transaccion", "trx", "venta", "compra", "hora", "movimiento"]);
    Some(match (is_of_operation, is_of_bank) {
        (true, _) => 0,
        (_, false) => 1,
        _ => 2,
    })
}

fn hour(head: &str) -> Option<u8> {
    (has(head, &["hora"]) && !has(head, &["fecha", "fec"])).then_some(0)
}

fn direction(head: &str) -> Option<u8> {
    (has(head, &["tipo"]) && !has(head, &["tarjeta", "moneda", "cambio", "documento", "cuenta", "captura"]))
        .then_some(0)
}

fn outcome(head: &str) -> Option<u8> {
    (head == "estado" || head == "resultado" || head.starts_with("estado de")).then_some(0)
}

fn currency(head: &str) -> Option<u8> {
    (has(head, &["moneda"]) && !has(head, &["monto", "importe"])).then_some(0)
}

/// The best column for it, the leftmost of several.
fn best(heads: &[String], fits: Fits) -> Option<(usize, u8)> {
    let fitting = heads.iter().enumerate().filter_map(|(at, head)| fits(head).map(|rank| (at, rank)));
    fitting.min_by_key(|(at, rank)| (*rank, *at))
}

/// `needs_number`: lines are found by their number, and not by amount and minute.
fn columns(heads: &[String], needs_number: bool) -> Result<Columns, Vec<&'static str>> {
    let at = |fits: Fits| best(heads, fits).map(|(at, _)| at);
    let amount = match (best(heads, amount), at(went_out)) {
        // «Abono» beside «Cargo».
        (Some((came_in, 4)), Some(went_out)) => Some(Amount::InAndOut(came_in, went_out)),
        (found, _) => found.map(|(at, _)| Amount::Signed(at)),
    };
    match (at(number), amount, at(day)) {
        (number, Some(amount), Some(day)) if number.is_some() || !needs_number => Ok(Columns {
            number,
            amount,
            day,
            hour: at(hour),
            direction: at(direction),
            outcome: at(outcome),
            currency: at(currency),
        }),
        (number, amount, day) => {
            let missing = [
                number.is_none().then_some("el número de operación"),
                amount.is_none().then_some("el monto"),
                day.is_none().then_some("la fecha"),
            ];
            Err(missing.into_iter().flatten().collect())
        }
    }
}

/// The row with the heads, and which is which; or else what is missing, and the heads of the row that comes nearest. Only where no row
/// has a column of numbers, one without it will do.
pub(super) fn find(rows: &[(i64, Vec<String>)]) -> Result<(usize, Columns), String> {
    find_with(rows, true).or_else(|missing| find_with(rows, false).map_err(|_| missing))
}

/// What is said of a file without numbers and without hours.
pub(super) fn without_number(heads: &[String]) -> String {
    missing_columns(&["el número de operación"], heads)
}

fn find_with(rows: &[(i64, Vec<String>)], needs_number: bool) -> Result<(usize, Columns), String> {
    let mut nearest: Option<(Vec<&'static str>, &[String])> = None;
    for (at, (_, row)) in rows.iter().take(ROWS_WITH_HEADS).enumerate() {
        let heads: Vec<String> = row.iter().map(|head| words(head)).collect();
        match columns(&heads, needs_number) {
            Ok(found) => return Ok((at, found)),
            Err(missing) => {
                let is_nearer = nearest.as_ref().is_none_or(|(least, _)| missing.len() < least.len());
                if is_nearer {
                    nearest = Some((missing, row));
                }
            }
        }
    }
    let Some((missing, row)) = nearest else { return Err("El archivo está vacío. Elige otro.".to_owned()) };
    Err(missing_columns(&missing, row))
}

fn missing_columns(missing: &[&str], row: &[String]) -> String {
    let named: Vec<String> = row
        .iter()
        .map(|head| head.trim())
        .filter(|head| !head.is_empty())
        .map(|head| head.chars().take(30).collect())
        .collect();
    format!(
        "No encontramos la columna con {}. Columnas que trae: {}.",
        missing.join(" ni con "),
        named.into_iter().take(12).collect::<Vec<_>>().join(", ")
    )
}
