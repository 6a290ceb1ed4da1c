//! The codes of products and of their variants, which are typed or scanned instead of a name. A code is unique in the company, be it a
//! product's own code, its barcode or the barcode of one of its variants. Leading zeros are part of a code. All of them are in
//! `product_codes`, which only this module writes, under the lock of the product; `code_key` is unique. The till finds a scanned code in
//! the catalogue that it has, without a call.

mod store;

use comanda_base::{
    attempt,
    db::Tx,
    error::{Code, Refusal, Result, invalid, refuse},
    ids::{ProductId, VariantId},
    search::search_key,
};
use std::collections::{BTreeMap, HashMap, HashSet};
pub(super) use store::{PRODUCT_SEARCH, SORT_BY_CODE, VARIANT_SEARCH};

/// The longest of the common barcodes (GS1-128) has 48 characters.
const MAX_CODE_CHARS: usize = 48;

/// The codes of a product and of its variants.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ProductCodes {
    pub code: Option<String>,
    pub barcode: Option<String>,
    pub variants: BTreeMap<i64, String>,
}

/// The codes of a form; codes that it does not name stay.
#[derive(Debug, Clone, Default)]
pub(super) struct CodeForm<'a> {
    pub code: Option<&'a Option<String>>,
    pub barcode: Option<&'a Option<String>>,
    /// The variant, the name of its field and its code; variants that are not named lose their code if `only_these` is set.
    pub variants: Vec<(VariantId, String, Option<&'a Option<String>>)>,
    pub only_these: bool,
}

/// One code, with its field in the form.
#[derive(Debug, Clone)]
struct NewCode {
    variant: Option<VariantId>,
    is_barcode: bool,
    code: String,
    field: String,
}

/// Loads the codes of these products, with one statement.
pub(super) async fn load_codes(tx: &mut Tx, products: &[ProductId]) -> Result<HashMap<ProductId, ProductCodes>> {
    let mut all: HashMap<ProductId, ProductCodes> = HashMap::new();
    for row in store::load_rows(tx, products).await? {
        let codes = all.entry(row.product_id).or_default();
        match row.variant_id {
            Some(variant) => drop(codes.variants.insert(variant.0, row.code)),
            None if row.is_barcode => codes.barcode = Some(row.code),
            None => codes.code = Some(row.code),
        }
    }
    Ok(all)
}

/// Loads the codes of one product.
pub(super) async fn load_codes_of(tx: &mut Tx, product: ProductId) -> Result<ProductCodes> {
    Ok(load_codes(tx, &[product]).await?.remove(&product).unwrap_or_default())
}

/// Replaces a product's codes by those of the form. The caller has locked the product.
pub(super) async fn save_codes(tx: &mut Tx, product: ProductId, form: &CodeForm<'_>) -> Result<()> {
    let was = load_codes_of(tx, product).await?;
    let claims = collect_codes(&was, form)?;
    if claims.is_empty() && was == ProductCodes::default() {
        return Ok(());
    }
    check_distinct(&claims)?;
    check_not_taken(tx, product, &claims).await?;
    let written = attempt!(tx, store::replace_codes(tx, product, &claims).await);
    match written {
        // Another transaction took the same code meanwhile.
        Err(e) if e.is_unique_violation("code_key") => {
            check_not_taken(tx, product, &claims).await?;
            refuse(Code::AlreadyExists, "Otro producto acaba de tomar ese código. Usa otro.").err()
        }
        other => Ok(other?),
    }
}

fn collect_codes(was: &ProductCodes, form: &CodeForm<'_>) -> Result<Vec<NewCode>> {
    let mut claims = Vec::new();
    let product_codes = [("code", form.code, &was.code, false), ("barcode", form.barcode, &was.barcode, true)];
    for (field, sent, was, is_barcode) in product_codes {
        if let Some(code) = parse_code(field, sent, was.as_deref())? {
            claims.push(NewCode { variant: None, is_barcode, code, field: field.to_owned() });
        }
    }
    let mut named = HashSet::new();
    for (variant, field, sent) in &form.variants {
        named.insert(variant.0);
        let was = was.variants.get(&variant.0).map(String::as_str);
        if let Some(code) = parse_code(field, *sent, was)? {
            claims.push(NewCode { variant: Some(*variant), is_barcode: true, code, field: field.clone() });
        }
    }
    let others = was.variants.iter().filter(|(id, _)| !form.only_these && !named.contains(*id));
    claims.extend(others.map(|(id, code)| NewCode {
        variant: Some(VariantId(*id)),
        is_barcode: true,
        code: code.clone(),
        field: "variants".to_owned(),
    }));
    Ok(claims)
}

/// Returns the code of a field without surrounding spaces, or the present code if the form does not name it.
fn parse_code(field: &str, sent: Option<&Option<String>>, was: Option<&str>) -> Result<Option<String>> {
    let Some(sent) = sent else { return Ok(was.map(str::to_owned)) };
    let code = sent.as_deref().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    if code.chars().count() > MAX_CODE_CHARS {
        return invalid(field, format!("Un código tiene hasta {MAX_CODE_CHARS} letras y números.")).err();
    }
    // JSON bodies are free of control characters; the cells of a sheet may not be.
    if code.chars().any(char::is_control) {
        return invalid(field, "El código tiene un carácter que no se puede leer. Escríbelo otra vez.").err();
    }
    Ok(Some(code).filter(|code| !code.is_empty()))
}

fn check_distinct(claims: &[NewCode]) -> Result<(), Refusal> {
    let mut keys = HashSet::new();
    match claims.iter().find(|claim| !keys.insert(search_key(&claim.code))) {
        Some(claim) => {
            let text = format!("El código {} está dos veces en este producto. Déjalo en un solo lugar.", claim.code);
            Err(refuse(Code::AlreadyExists, text).at(&claim.field, "Está dos veces en este producto."))
        }
        None => Ok(()),
    }
}

/// Refuses codes that belong to another product, and names it.
async fn check_not_taken(tx: &mut Tx, product: ProductId, claims: &[NewCode]) -> Result<()> {
    let keys: HashMap<String, &NewCode> = claims.iter().map(|c| (search_key(&c.code), c)).collect();
    let Some(holder) = store::find_taken_code(tx, product, keys.keys().cloned()).await? else { return Ok(()) };
    let owner = match &holder.variant {
        Some(variant) => format!("{} ({variant})", holder.product),
        None => holder.product.clone(),
    };
    let Some(claim) = keys.get(&holder.code_key) else { return Ok(()) };
    let text = format!("El código {} ya es de {owner}. Usa otro, o quítaselo primero.", claim.code);
    refuse(Code::AlreadyExists, text).at(&claim.field, format!("Ya es de {owner}.")).err()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Option<String>> {
        parse_code("code", Some(&Some(text.to_owned())), Some("B-1"))
    }

    #[test]
    fn a_code_is_stored_as_printed_on_the_package() {
        assert_eq!(parse("  0075 018  \n").unwrap().as_deref(), Some("0075 018"));
        assert_eq!(parse("   ").unwrap(), None);
        assert_eq!(parse_code("code", None, Some("B-1")).unwrap().as_deref(), Some("B-1"));
        assert_eq!(parse_code("code", Some(&None), Some("B-1")).unwrap(), None);
        assert!(parse(&"7".repeat(MAX_CODE_CHARS)).is_ok());
        for wrong in ["7".repeat(MAX_CODE_CHARS + 1), "7".repeat(1_000_000), "77\u{1}50".to_owned()] {
            assert!(parse(&wrong).is_err());
        }
    }

    #[test]
    fn a_variant_that_is_not_named_keeps_its_code_unless_it_is_gone() {
        let was = ProductCodes {
            variants: BTreeMap::from([(1, "775".to_owned()), (2, "776".to_owned())]),
            ..ProductCodes::default()
        };
        let form = |only_these| CodeForm {
            variants: vec![(VariantId(1), "variants.0.barcode".to_owned(), None)],
            only_these,
            ..CodeForm::default()
        };
        assert_eq!(collect_codes(&was, &form(false)).unwrap().len(), 2);
        assert_eq!(collect_codes(&was, &form(true)).unwrap().len(), 1);
    }
}
