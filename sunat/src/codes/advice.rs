//! The advice for a person about one of SUNAT's codes.

use super::Class;

const CREDENTIALS: &str = "Revisa el usuario y la clave SOL en la configuración de facturación y prueba la conexión.";
const WAIT: &str = "SUNAT no está disponible: no hagas nada, se vuelve a enviar solo.";
const SUPPORT: &str = "El archivo no salió bien: no lo envíes otra vez y avisa a soporte con este código.";
const CERTIFICATE: &str = "Sube en la configuración de facturación el certificado vigente de la empresa, el que está registrado en SUNAT, y emite de nuevo con el siguiente número.";
const CLIENT: &str = "Corrige el documento o el nombre del cliente y emite de nuevo con el siguiente número.";
const BATCH_ALREADY_SENT: &str = "No lo envíes otra vez: usa Conciliar para traer el estado de cada documento.";
const CREDIT: &str =
    "Revisa las cuotas (montos y fechas, posteriores a la emisión) y emite de nuevo con el siguiente número.";
const NOTE: &str =
    "Usa Conciliar para ver el estado del documento que la nota modifica; si no está aceptado, la nota no corresponde.";

/// The advice on the codes that restaurants meet, sorted by code.
pub(super) const CODES: [(&str, &str); 50] = [
    ("0100", WAIT),
    ("0101", SUPPORT),
    ("0102", CREDENTIALS),
    ("0103", CREDENTIALS),
    ("0104", CREDENTIALS),
    ("0105", "Activa el usuario secundario en SUNAT Operaciones en Línea y prueba la conexión."),
    ("0106", CREDENTIALS),
    ("0109", WAIT),
    ("0111", "Da al usuario secundario el perfil de envío de comprobantes en SUNAT Operaciones en Línea."),
    ("0112", "Usa un usuario secundario de la clave SOL, no el principal."),
    ("0113", "Afilia la empresa a la facturación electrónica en SUNAT Operaciones en Línea."),
    ("0127", "El ticket se perdió: usa Conciliar para traer el estado de cada documento."),
    ("0130", WAIT),
    ("0140", "SUNAT lo está procesando: no hagas nada, se consulta solo."),
    ("0151", SUPPORT),
    ("0154", "El RUC de la empresa no es el del usuario SOL: revisa ambos en la configuración de facturación."),
    ("0200", WAIT),
    ("0306", SUPPORT),
    ("1032", "El número ya está anulado o rechazado en SUNAT: emite de nuevo con el siguiente número."),
    (
        "1033",
        "SUNAT dice que ya tiene este número: usa Conciliar. Si no lo encuentra, envíalo otra vez más tarde; si los datos no son los mismos, avisa a soporte.",
    ),
    ("1034", "El RUC del documento no es el de la empresa: revisa la configuración de la empresa."),
    ("1078", "La empresa debe emitir por un OSE: cambia la forma de envío en la configuración de facturación."),
    ("1083", CLIENT),
    ("2010", "El RUC de la empresa no está activo: regularízalo en SUNAT antes de seguir emitiendo."),
    ("2011", "El RUC de la empresa figura como no habido: regularízalo en SUNAT antes de seguir emitiendo."),
    ("2014", CLIENT),
    ("2017", "El RUC del cliente debe tener 11 cifras: corrígelo y emite de nuevo con el siguiente número."),
    ("2022", CLIENT),
    ("2105", "SUNAT no conoce el documento que se anula: envíalo primero, después anúlalo."),
    (
        "2108",
        "Pasó el plazo de envío: emite de nuevo con la fecha de hoy y el siguiente número, y pregunta a tu contador.",
    ),
    ("2119", NOTE),
    ("2120", NOTE),
    ("2121", NOTE),
    ("2223", BATCH_ALREADY_SENT),
    ("2282", BATCH_ALREADY_SENT),
    ("2323", "El documento ya está anulado: usa Conciliar para ver su estado."),
    ("2324", BATCH_ALREADY_SENT),
    ("2325", CERTIFICATE),
    ("2327", CERTIFICATE),
    (
        "2329",
        "La fecha de emisión no es válida: revisa fecha y hora del equipo y emite de nuevo con el siguiente número.",
    ),
    ("2335", "La firma no coincide con el documento: avisa a soporte y emite de nuevo con el siguiente número."),
    ("2398", "El documento fue rechazado y no hace falta anularlo."),
    ("2514", "Sobre S/ 700 la boleta lleva el documento del cliente: pídelo y emite de nuevo con el siguiente número."),
    ("2663", "SUNAT no conoce la boleta que se anula: infórmala primero, después anúlala."),
    ("2957", "Pasaron los 7 días para anular: emite una nota de crédito."),
    ("2987", BATCH_ALREADY_SENT),
    ("3244", SUPPORT),
    ("3249", CREDIT),
    ("3267", CREDIT),
    (
        "3462",
        "La tasa del IGV no es la que rige: revisa la tasa en la configuración y emite de nuevo con el siguiente número.",
    ),
];

/// Returns the advice on a code with which a void failed; the document itself was accepted before.
pub(super) fn for_failed_void(code: &str) -> &'static str {
    match code {
        "2957" => "Pasaron los 7 días para anular: da una nota de crédito.",
        "0102" | "0103" | "0104" | "0105" | "0106" | "0111" | "0112" | "0113" | "1033" => {
            for_code(code).unwrap_or(CREDENTIALS)
        }
        "2105" | "2323" | "2398" | "2663" => "Usa Conciliar para ver su estado en SUNAT.",
        _ => {
            "SUNAT no aceptó la anulación y el comprobante sigue vigente: usa Enviar de nuevo o, si vuelve a fallar, da una nota de crédito."
        }
    }
}

pub(super) fn for_code(code: &str) -> Option<&'static str> {
    CODES.iter().find(|(known, _)| *known == code).map(|(_, advice)| *advice)
}

pub(super) const fn for_class(class: Class) -> &'static str {
    match class {
        Class::Exception => {
            "SUNAT no recibió el documento: no lo envíes otra vez a mano y avisa a soporte con este código."
        }
        Class::Rejection => {
            "SUNAT rechazó el documento y su número ya no se usa: corrige lo que dice el mensaje y emite de nuevo con el siguiente número."
        }
        Class::Observation => "El documento es válido. Corrige lo que dice el mensaje para los siguientes.",
    }
}
