//! The columns of the clients' sheet.

use comanda_platform::sheet::{ColumnType, columns};

columns! {
    /// A column of the sheet.
    Column {
        Document "Tipo de documento", ["document_type"], "DNI", "DNI, RUC, CE o PASAPORTE. Vacío: por los dígitos del número, 8 o 11.";
        Number "Número", ["document_number"], "40563821", "Dice qué cliente es: si ya existe se cambia; si no, se crea. Vacío: como está.";
        Name "Nombre", ["name"], "Ana", "De una persona. Sin número ni Id, dice quién es si solo hay uno que se llame así.";
        LastName "Apellidos", ["last_name"], "Flores Quispe", "De una persona.";
        BusinessName "Razón social", ["business_name"], "", "De quien tiene RUC; entonces nombre y apellidos van vacíos.";
        Phone "Teléfono", ["phone"], "987654321", "";
        Email "Correo", ["email"], "ana@example.pe", "";
        Birth "Nacimiento", ["dob"], "24/09/1988", "Día/mes/año.";
        Address "Dirección", ["address"], "Av. Larco 345", "";
        Reference "Referencia", ["reference"], "Frente al parque", "Para quien reparte.";
        Ubigeo "Ubigeo", ["ubigeo_sunat"], "150122", "Seis dígitos: departamento, provincia y distrito salen de él.";
        Active "Activo", ["status"], "Sí", "No: no se ofrece, pero no se borra.";
        Id "Id", [], "", "Lo escribe la descarga; no se cambia. Con él se reconoce al cliente aunque cambies su documento.";
    }

    const PAGE: &'static str = "Clientes";
    const ONE: &'static str = "un cliente";
    const IDENTIFIES: &'static [Self] = &[Column::Number, Column::Name, Column::BusinessName];
    const HELP: &'static [&'static str] = &[
        "Cada línea es un cliente. Su Id dice cuál; sin Id, su documento; sin documento, su nombre. Si no existe se crea. Nada se borra.",
        "Puedes borrar columnas enteras: lo que no está en la hoja se queda como está.",
        "Una celda vacía quita lo que había: sin teléfono, sin correo, sin dirección. El documento vacío se queda como está.",
        "Un DNI que empieza con 0 se escribe con formato de texto: Excel quita ese 0 a los números.",
        "Antes de guardar verás línea por línea qué cambia. Si una línea tiene un error, no se cambia nada.",
    ];

    fn kind(self) -> ColumnType {
        match self {
            Column::Number | Column::Phone | Column::Ubigeo => ColumnType::Digits,
            _ => ColumnType::Name,
        }
    }
    fn width(self) -> u16 {
        match self {
            Column::Name | Column::LastName | Column::BusinessName | Column::Email => 24,
            Column::Address | Column::Reference => 32,
            _ => 14,
        }
    }
    fn keeps_when_empty(self) -> bool {
        matches!(self, Column::Document | Column::Number | Column::Active | Column::Id)
    }
    fn is_needed(self) -> bool {
        false
    }
    fn rewritten_with(self) -> Option<Self> {
        (self == Column::Document).then_some(Column::Number)
    }
    fn is_id(self) -> bool {
        self == Column::Id
    }
}
