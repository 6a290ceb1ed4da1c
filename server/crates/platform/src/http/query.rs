//! Parses the query string of a URL; a value that does not fit is refused at its name, as in a body.

use super::parse_errors;
use axum::{extract::FromRequestParts, http::request::Parts};
use comanda_base::error::{Error, Refusal, Result, invalid};
use serde::de::DeserializeOwned;

/// The parsed query string of a request.
#[derive(Debug, Clone, Copy, Default)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Error;
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        Ok(Self(parse_or_refuse(parts.uri.query().unwrap_or_default())?))
    }
}

fn parse_or_refuse<T: DeserializeOwned>(query: &str) -> Result<T, Refusal> {
    let error = match parse(query) {
        Ok(read) => return Ok(read),
        Err(error) => error,
    };
    let text = error.inner().to_string();
    let missing = text.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
    let field = missing.map_or_else(|| error.path().to_string(), str::to_owned);
    let fits = |stand_in: &str| match parse::<T>(&with_value(query, &field, stand_in)) {
        Ok(_) => true,
        Err(other) => other.path().to_string() != field,
    };
    Err(invalid(&field, parse_errors::explain_field(&field, &text, fits)))
}

fn parse<T: DeserializeOwned>(query: &str) -> Result<T, serde_path_to_error::Error<serde_urlencoded::de::Error>> {
    serde_path_to_error::deserialize(serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes())))
}

/// Copies a query with another value under one name.
fn with_value(query: &str, name: &str, value: &str) -> String {
    let pairs = form_urlencoded::parse(query.as_bytes());
    let other = pairs.map(|(key, kept)| if key == name { (key, value.into()) } else { (key, kept) });
    form_urlencoded::Serializer::new(String::new()).extend_pairs(other).finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::NaiveDate;
    use comanda_base::money::Money;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    struct SampleQuery {
        #[serde(rename = "amount")]
        _amount: Option<Money>,
        #[serde(rename = "date_from")]
        _from: Option<NaiveDate>,
        #[serde(rename = "year")]
        _year: i32,
    }

    #[test]
    fn faults_are_named() {
        for (query, field, says) in [
            ("year=2026&amount=mucho", "amount", "escribe un número como 12.50"),
            ("year=2026&date_from=ayer", "date_from", "una fecha como"),
            ("year=x", "year", "un número entero"),
            ("year=99999999999", "year", "no cabe"),
            ("amount=5", "year", "falta"),
        ] {
            let refusal = parse_or_refuse::<SampleQuery>(query).unwrap_err();
            assert!(refusal.errors[field][0].contains(says), "{query}: {refusal:?}");
        }
        assert!(parse_or_refuse::<SampleQuery>("year=2026&amount=12.50&date_from=2026-11-28").is_ok());
    }
}
