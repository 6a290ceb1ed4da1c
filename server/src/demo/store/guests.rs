//! Inserts the demo's customers.

use super::bulk::insert_rows_returning_ids;
use comanda_base::{
    args,
    db::{Arg, Tx},
    error::Result,
    identity::ruc_check_digit,
    search::{phone_key, search_key},
    words::IdentityDocument,
};

/// DNI, name, surname, phone, address, reference.
const PEOPLE: [(&str, &str, &str, &str, &str, &str); 14] = [
    ("40563821", "Carlos", "Huamán Rojas", "987 654 321", "Calle Berlín 420, Miraflores", "Puerta verde"),
    ("45120987", "Ana Lucía", "Flores Vega", "991 220 145", "Av. Pardo 1180, Miraflores", "Frente al parque"),
    ("10458796", "Jorge", "Mamani Condori", "956 310 778", "Jr. Tarata 269, Miraflores", ""),
    ("70215634", "Milagros", "Rojas Paredes", "944 102 336", "Calle Schell 310, dpto. 402", "Timbre malogrado, llamar"),
    ("08796541", "Pedro", "Salazar Díaz", "999 847 120", "Av. 28 de Julio 765", ""),
    ("41236587", "Sofía", "Paredes León", "987 001 254", "Malecón Cisneros 1244", "Torre B, piso 8"),
    ("72654810", "Renzo", "Villanueva Cruz", "923 654 870", "Calle Bolognesi 155", ""),
    ("09874512", "Patricia", "Gutiérrez Soto", "998 774 410", "Av. La Paz 680", "Al lado de la botica"),
    ("46987123", "Álvaro", "Benites Ñique", "955 632 147", "Calle Alcanfores 495", ""),
    ("43215876", "Lucía", "Chávez Arana", "987 412 563", "Av. Benavides 1535", "Oficina 301"),
    ("74125896", "Mateo", "Quiroz Tello", "912 654 789", "Jr. Colón 220", ""),
    ("40125874", "Gabriela", "Núñez Ponce", "976 521 340", "Calle Porta 180", "Casa de rejas blancas"),
    ("07654123", "Raúl", "Espinoza Lara", "990 145 236", "Av. Arequipa 4890", ""),
    ("71236549", "Valeria", "Cueva Ramos", "934 785 126", "Calle Cantuarias 275", ""),
];

/// The first ten digits of the RUC, name, address.
const FIRMS: [(&str, &str, &str); 6] = [
    ("2060478123", "CONSULTORES DEL PACÍFICO S.A.C.", "Av. Larco 345, Miraflores"),
    ("2055213478", "INVERSIONES ANDINAS DEL SUR S.A.C.", "Calle Los Pinos 150, Miraflores"),
    ("2051236987", "ESTUDIO PAREDES & ASOCIADOS S.CIVIL DE R.L.", "Av. José Pardo 601, Miraflores"),
    ("2060987456", "TECNOLOGÍA MIRAFLORINA S.A.C.", "Jr. Independencia 120, Miraflores"),
    ("2048125630", "DISTRIBUIDORA COSTA VERDE E.I.R.L.", "Av. Armendáriz 480, Miraflores"),
    ("1040563821", "HUAMÁN ROJAS CARLOS", "Calle Berlín 420, Miraflores"),
];

/// A customer with the data that documents need.
#[derive(Debug, Clone)]
pub(in crate::demo) struct SeededClient {
    pub id: i64,
    pub document_type: IdentityDocument,
    pub document_number: String,
    pub name: String,
    pub phone: &'static str,
    pub address: &'static str,
}

/// Inserts the customers; returns people and firms.
pub(in crate::demo) async fn seed_guests(tx: &mut Tx) -> Result<(Vec<SeededClient>, Vec<SeededClient>)> {
    let rows: Vec<[Arg; 8]> = PEOPLE
        .into_iter()
        .map(|(dni, name, last, phone, address, reference)| {
            let key = search_key(&format!("{name} {last} {dni} {}", phone_key(phone)));
            args!["DNI", dni, name, last, key, phone, address, reference]
        })
        .collect();
    let statement =
        "INSERT INTO clients (document_type, document_number, name, last_name, search_key, phone, address, reference)
                VALUES";
    let ids = insert_rows_returning_ids(tx, statement, rows).await?;
    let people = PEOPLE.iter().zip(ids).map(|(&(dni, name, last, phone, address, _), id)| SeededClient {
        id,
        document_type: IdentityDocument::Dni,
        document_number: dni.into(),
        name: format!("{name} {last}"),
        phone,
        address,
    });
    Ok((people.collect(), insert_firms(tx).await?))
}

async fn insert_firms(tx: &mut Tx) -> Result<Vec<SeededClient>> {
    let ruc = |ten: &str| ruc_check_digit(ten).map(|digit| format!("{ten}{digit}")).unwrap_or_default();
    let row = |&(ten, name, address): &(&str, &str, &str)| {
        args!["RUC", ruc(ten), name, search_key(&format!("{name} {}", ruc(ten))), address]
    };
    let statement = "INSERT INTO clients (document_type, document_number, business_name, search_key, address) VALUES";
    let ids = insert_rows_returning_ids(tx, statement, FIRMS.iter().map(row).collect()).await?;
    let firms = FIRMS.iter().zip(ids).map(|(&(ten, name, address), id)| SeededClient {
        id,
        document_type: IdentityDocument::Ruc,
        document_number: ruc(ten),
        name: name.into(),
        phone: "",
        address,
    });
    Ok(firms.collect())
}
