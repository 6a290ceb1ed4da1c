//! Identifies the columns of a bank's, a wallet's or an acquirer's file by their headings. Pure.

use comanda_base::search::search_key;

/// The number of rows searched for the headings: many files begin with a title and the account's data.
const ROWS_WITH_HEADS: usize = 30;

/// The column index of each value of a line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct StatementColumns {
    /// `None` in a wallet's file without operation numbers.
    pub number: Option<usize>,
    pub amount: AmountColumns,
    pub day: usize,
    pub hour: Option<usize>,
    /// Incoming or outgoing, where the amount's sign does not tell.
    pub direction: Option<usize>,
    /// The column that says whether the operation succeeded.
    pub outcome: Option<usize>,
    /// The currency column; amounts are in soles without one.
    pub currency: Option<usize>,
}

/// The column of the signed amount, or the two columns of incoming and outgoing amounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum AmountColumns {
    Signed(usize),
    InAndOut(usize, usize),
}

impl Default for AmountColumns {
    fn default() -> Self {
        AmountColumns::Signed(0)
    }
}

/// Normalizes a heading: no case, accents or signs. `Nº. de Operación` becomes `n de operacion`.
fn normalize(head: &str) -> String {
    let plain = search_key(&head.replace(['º', '°', 'ª'], " "));
    let spaced: String = plain.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn has_word(words: &str, any_of: &[&str]) -> bool {
    words.split(' ').any(|word| any_of.contains(&word))
}

/// Whether a line of a file looks like its row of headings.
pub(super) fn is_heading_row(line: &str) -> bool {
    let line = normalize(line);
    has_word(&line, &["monto", "montos", "importe", "importes", "abono", "abonos", "total"])
        && has_word(&line, &["fecha", "fec", "f", "operacion", "autorizacion", "transaccion", "referencia"])
}

/// Ranks how well a heading suits a column: the lowest is best, `None` means not at all.
type RankHeading = fn(&str) -> Option<u8>;

fn number_rank(head: &str) -> Option<u8> {
    let others =
        ["fecha", "f", "hora", "tipo", "monto", "importe", "estado", "moneda", "canal", "descripcion", "concepto"];
    if has_word(head, &others)
        || has_word(head, &["tarjeta", "cuenta", "lote", "comercio", "terminal", "celular", "telefono"])
    {
        return None;
    }
    let is_numbered = has_word(head, &["n", "no", "nro", "num", "numero", "cod", "codigo", "id"]);
    match head {
        _ if has_word(head, &["operacion", "oper", "op"]) => Some(if is_numbered { 0 } else { 4 }),
        _ if has_word(head, &["autorizacion", "autoriz", "aut", "aprobacion"]) => Some(1),
        _ if has_word(head, &["transaccion", "trx"]) => Some(2),
        _ if has_word(head, &["referencia", "ref", "voucher"]) => Some(3),
        _ if is_numbered && has_word(head, &["movimiento", "doc", "documento"]) => Some(5),
        _ => None,
    }
}

fn amount_rank(head: &str) -> Option<u8> {
    let is_amount = has_word(head, &["monto", "montos", "importe", "importes"]);
    if has_word(
        head,
        &["comision", "igv", "saldo", "moneda", "propina", "cuota", "cuotas", "dscto", "descuento", "fecha", "tipo"],
    ) {
        return None;
    }
    match head {
        _ if is_amount && has_word(head, &["neto"]) => Some(6),
        _ if is_amount && has_word(head, &["bruto"]) => Some(0),
        "monto" | "importe" => Some(1),
        _ if is_amount
            && has_word(head, &["operacion", "transaccion", "venta", "total", "pagado", "cobrado", "abonado"]) =>
        {
            Some(2)
        }
        _ if is_amount => Some(3),
        _ if has_word(head, &["abono", "abonos"]) => Some(4),
        "total" | "venta" => Some(5),
        _ => None,
    }
}

fn outgoing_rank(head: &str) -> Option<u8> {
    has_word(head, &["cargo", "cargos"]).then_some(0).filter(|_| !has_word(head, &["fecha", "tipo"]))
}

fn day_rank(head: &str) -> Option<u8> {
    if !has_word(head, &["fecha", "fec", "f", "dia"]) {
        return None;
    }
    // The day on which the bank pays differs from the day of the operation.
    let is_of_bank = has_word(
        head,
        &["abono", "proceso", "valuta", "valor", "deposito", "liquidacion", "pago", "vencimiento", "contable"],
    );
    let is_of_operation = has_word(head, &["operacion", "transaccion", "trx", "venta", "compra", "hora", "movimiento"]);
    Some(match (is_of_operation, is_of_bank) {
        (true, _) => 0,
        (_, false) => 1,
        _ => 2,
    })
}

fn time_rank(head: &str) -> Option<u8> {
    (has_word(head, &["hora"]) && !has_word(head, &["fecha", "fec"])).then_some(0)
}

fn direction_rank(head: &str) -> Option<u8> {
    (has_word(head, &["tipo"]) && !has_word(head, &["tarjeta", "moneda", "cambio", "documento", "cuenta", "captura"]))
        .then_some(0)
}

fn outcome_rank(head: &str) -> Option<u8> {
    (head == "estado" || head == "resultado" || head.starts_with("estado de")).then_some(0)
}

fn currency_rank(head: &str) -> Option<u8> {
    (has_word(head, &["moneda"]) && !has_word(head, &["monto", "importe"])).then_some(0)
}

/// Returns the column with the best rank, the leftmost among equals.
fn best_column(heads: &[String], fits: RankHeading) -> Option<(usize, u8)> {
    let fitting = heads.iter().enumerate().filter_map(|(at, head)| fits(head).map(|rank| (at, rank)));
    fitting.min_by_key(|(at, rank)| (*rank, *at))
}

/// Identifies all columns of a row of headings, or names the missing ones. With `needs_number` the operation number is mandatory; without
/// it lines are matched by amount and minute.
fn identify_columns(heads: &[String], needs_number: bool) -> Result<StatementColumns, Vec<&'static str>> {
    let at = |fits: RankHeading| best_column(heads, fits).map(|(at, _)| at);
    let amount = match (best_column(heads, amount_rank), at(outgoing_rank)) {
        // «Abono» beside «Cargo».
        (Some((came_in, 4)), Some(went_out)) => Some(AmountColumns::InAndOut(came_in, went_out)),
        (found, _) => found.map(|(at, _)| AmountColumns::Signed(at)),
    };
    match (at(number_rank), amount, at(day_rank)) {
        (number, Some(amount), Some(day)) if number.is_some() || !needs_number => Ok(StatementColumns {
            number,
            amount,
            day,
            hour: at(time_rank),
            direction: at(direction_rank),
            outcome: at(outcome_rank),
            currency: at(currency_rank),
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

/// Finds the row of headings and its columns. The error names the missing columns and the headings of the row that comes nearest. A row
/// without an operation number is accepted only when no row has one.
pub(super) fn find_columns(rows: &[(i64, Vec<String>)]) -> Result<(usize, StatementColumns), String> {
    find_columns_with(rows, true).or_else(|missing| find_columns_with(rows, false).map_err(|_| missing))
}

/// Returns the error text for a file without operation numbers and without times.
pub(super) fn missing_number_error(heads: &[String]) -> String {
    missing_columns(&["el número de operación"], heads)
}

fn find_columns_with(rows: &[(i64, Vec<String>)], needs_number: bool) -> Result<(usize, StatementColumns), String> {
    let mut nearest: Option<(Vec<&'static str>, &[String])> = None;
    for (at, (_, row)) in rows.iter().take(ROWS_WITH_HEADS).enumerate() {
        let heads: Vec<String> = row.iter().map(|head| normalize(head)).collect();
        match identify_columns(&heads, needs_number) {
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
