//! Parses the answers of look-up services, which give the same data under different names.

use comanda_base::words::IdentityDocument;
use comanda_platform::ubigeo;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A person or company as a service knows it; fields that it does not give are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct IdentityData {
    pub name: String,
    pub last_name: String,
    pub business_name: String,
    pub address: String,
    pub department: String,
    pub province: String,
    pub district: String,
    pub ubigeo_sunat: String,
    /// The taxpayer's state at SUNAT: ACTIVO, BAJA…
    pub state: String,
    /// Whether SUNAT found the taxpayer at the address: HABIDO, NO HABIDO…
    pub condition: String,
}

/// Parses an answer; `None` where it names nobody.
pub(super) fn parse_answer(kind: IdentityDocument, answer: &Value) -> Option<IdentityData> {
    let answer = unwrap_object(answer);
    let found = if kind == IdentityDocument::Ruc { firm(answer) } else { person(answer) };
    (!found.name.is_empty() || !found.business_name.is_empty()).then(|| with_district(found))
}

/// Unwraps the object in which some services wrap the data.
fn unwrap_object(answer: &Value) -> &Value {
    ["data", "response", "result"].iter().map(|name| &answer[*name]).find(|v| v.is_object()).unwrap_or(answer)
}

fn person(v: &Value) -> IdentityData {
    let last = [
        text(v, &["apellidoPaterno", "apellido_paterno", "first_last_name"]),
        text(v, &["apellidoMaterno", "apellido_materno", "second_last_name"]),
    ];
    let mut found = IdentityData {
        name: text(v, &["nombres", "first_name", "names"]),
        last_name: last.join(" ").trim().to_owned(),
        address: text(v, &["direccion", "address", "domicilio"]),
        ubigeo_sunat: text(v, &["ubigeo", "ubigeo_sunat"]),
        ..IdentityData::default()
    };
    if found.last_name.is_empty() {
        found.last_name = text(v, &["apellidos", "last_name"]);
    }
    if found.name.is_empty() {
        found.name = text(v, &["nombre_completo", "nombreCompleto", "full_name", "nombre", "name"]);
    }
    found
}

fn firm(v: &Value) -> IdentityData {
    IdentityData {
        business_name: text(
            v,
            &["razonSocial", "razon_social", "nombre_o_razon_social", "nombre", "business_name", "name"],
        ),
        address: text(v, &["direccion", "direccion_completa", "domicilio_fiscal", "address"]),
        department: text(v, &["departamento", "department"]),
        province: text(v, &["provincia", "province"]),
        district: text(v, &["distrito", "district"]),
        ubigeo_sunat: text(v, &["ubigeo", "ubigeo_sunat"]),
        state: text(v, &["estado", "state", "status"]),
        condition: text(v, &["condicion", "condition"]),
        ..IdentityData::default()
    }
}

/// Returns the first of these fields that is not empty; a lone dash counts as empty.
fn text(v: &Value, names: &[&str]) -> String {
    let said = names.iter().filter_map(|name| v[*name].as_str()).map(str::trim);
    said.filter(|t| !t.is_empty() && !t.chars().all(|c| c == '-'))
        .map(|t| t.chars().take(200).collect())
        .next()
        .unwrap_or_default()
}

/// Sets the district from its code; a code that does not exist is cleared.
fn with_district(mut found: IdentityData) -> IdentityData {
    match ubigeo::find_district(&found.ubigeo_sunat) {
        Some(at) => {
            (found.department, found.province, found.district) =
                (at.department.into(), at.province.into(), at.district.into());
        }
        None => found.ubigeo_sunat.clear(),
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_usual_services_are_understood() {
        for answer in [
            json!({"nombres": "ROXANA", "apellidoPaterno": "DELGADO", "apellidoMaterno": "CUELLAR", "numeroDocumento": "46027897"}),
            json!({"first_name": "ROXANA", "first_last_name": "DELGADO", "second_last_name": "CUELLAR", "full_name": "DELGADO CUELLAR ROXANA"}),
            json!({"success": true, "data": {"nombres": "ROXANA", "apellido_paterno": "DELGADO", "apellido_materno": "CUELLAR"}}),
        ] {
            let found = parse_answer(IdentityDocument::Dni, &answer).unwrap();
            assert_eq!((found.name.as_str(), found.last_name.as_str()), ("ROXANA", "DELGADO CUELLAR"), "{answer}");
        }
        for answer in [
            json!({"razonSocial": "REXTIE S.A.C.", "direccion": "CAL. X 1", "ubigeo": "150131", "estado": "ACTIVO", "condicion": "HABIDO"}),
            json!({"razon_social": "REXTIE S.A.C.", "direccion": "CAL. X 1", "ubigeo": "150131", "distrito": "otro", "estado": "ACTIVO"}),
        ] {
            let found = parse_answer(IdentityDocument::Ruc, &answer).unwrap();
            assert_eq!(
                (found.business_name.as_str(), found.district.as_str()),
                ("REXTIE S.A.C.", "SAN ISIDRO"),
                "{answer}"
            );
        }
    }

    #[test]
    fn an_answer_without_a_name_is_none() {
        for answer in [json!({}), json!(null), json!([1]), json!({"nombres": "-"}), json!({"data": {"mensaje": "x"}})] {
            assert_eq!(parse_answer(IdentityDocument::Dni, &answer), None, "{answer}");
            assert_eq!(parse_answer(IdentityDocument::Ruc, &answer), None, "{answer}");
        }
        assert_eq!(
            parse_answer(IdentityDocument::Ruc, &json!({"nombre": "X", "ubigeo": "999999"})).unwrap().ubigeo_sunat,
            ""
        );
    }
}
