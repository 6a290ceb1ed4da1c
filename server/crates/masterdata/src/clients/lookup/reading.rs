//! Reading what look-up services answer: they all tell the same under names of their own.

use comanda_base::words::IdentityDocument;
use comanda_platform::ubigeo;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Somebody as a service knows them; empty where it does not say.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Found {
    pub name: String,
    pub last_name: String,
    pub business_name: String,
    pub address: String,
    pub department: String,
    pub province: String,
    pub district: String,
    pub ubigeo_sunat: String,
    /// Of a tax payer: ACTIVO, BAJA…
    pub state: String,
    /// Of a tax payer: HABIDO, NO HABIDO…
    pub condition: String,
}

/// `None` where the answer names nobody.
pub(super) fn read(kind: IdentityDocument, answer: &Value) -> Option<Found> {
    let answer = inside(answer);
    let found = if kind == IdentityDocument::Ruc { firm(answer) } else { person(answer) };
    (!found.name.is_empty() || !found.business_name.is_empty()).then(|| placed(found))
}

/// Some wrap it.
fn inside(answer: &Value) -> &Value {
    ["data", "response", "result"].iter().map(|name| &answer[*name]).find(|v| v.is_object()).unwrap_or(answer)
}

fn person(v: &Value) -> Found {
    let last = [
        text(v, &["apellidoPaterno", "apellido_paterno", "first_last_name"]),
        text(v, &["apellidoMaterno", "apellido_materno", "second_last_name"]),
    ];
    let mut found = Found {
        name: text(v, &["nombres", "first_name", "names"]),
        last_name: last.join(" ").trim().to_owned(),
        address: text(v, &["direccion", "address", "domicilio"]),
        ubigeo_sunat: text(v, &["ubigeo", "ubigeo_sunat"]),
        ..Found::default()
    };
    if found.last_name.is_empty() {
        found.last_name = text(v, &["apellidos", "last_name"]);
    }
    if found.name.is_empty() {
        found.name = text(v, &["nombre_completo", "nombreCompleto", "full_name", "nombre", "name"]);
    }
    found
}

fn firm(v: &Value) -> Found {
    Found {
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
        ..Found::default()
    }
}

/// The first of these that says something; a lone dash says nothing.
fn text(v: &Value, names: &[&str]) -> String {
    let said = names.iter().filter_map(|name| v[*name].as_str()).map(str::trim);
    said.filter(|t| !t.is_empty() && !t.chars().all(|c| c == '-'))
        .map(|t| t.chars().take(200).collect())
        .next()
        .unwrap_or_default()
}

/// The district follows from its code; a code that does not exist is left out.
fn placed(mut found: Found) -> Found {
    match ubigeo::district(&found.ubigeo_sunat) {
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
            let found = read(IdentityDocument::Dni, &answer).unwrap();
            assert_eq!((found.name.as_str(), found.last_name.as_str()), ("ROXANA", "DELGADO CUELLAR"), "{answer}");
        }
        for answer in [
            json!({"razonSocial": "REXTIE S.A.C.", "direccion": "CAL. X 1", "ubigeo": "150131", "estado": "ACTIVO", "condicion": "HABIDO"}),
            json!({"razon_social": "REXTIE S.A.C.", "direccion": "CAL. X 1", "ubigeo": "150131", "distrito": "otro", "estado": "ACTIVO"}),
        ] {
            let found = read(IdentityDocument::Ruc, &answer).unwrap();
            assert_eq!(
                (found.business_name.as_str(), found.district.as_str()),
                ("REXTIE S.A.C.", "SAN ISIDRO"),
                "{answer}"
            );
        }
    }

    #[test]
    fn what_names_nobody_is_nobody() {
        for answer in [json!({}), json!(null), json!([1]), json!({"nombres": "-"}), json!({"data": {"mensaje": "x"}})] {
            assert_eq!(read(IdentityDocument::Dni, &answer), None, "{answer}");
            assert_eq!(read(IdentityDocument::Ruc, &answer), None, "{answer}");
        }
        assert_eq!(read(IdentityDocument::Ruc, &json!({"nombre": "X", "ubigeo": "999999"})).unwrap().ubigeo_sunat, "");
    }
}
