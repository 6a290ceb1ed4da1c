//! Turns errors into HTTP answers.

use super::{Code, Error, Refusal, not_found, refuse};
use crate::db;
use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use std::collections::BTreeMap;

/// `Retry-After` while the disk is full: somebody has to make room first.
const DISK_FULL_RETRY_SECONDS: u64 = 60;
/// `Retry-After` while the database does not answer: one that restarts is back soon.
const DATABASE_DOWN_RETRY_SECONDS: u64 = 5;

tokio::task_local! {
    /// The request's id, set by the outermost layer, so that an error can name it.
    pub static REQUEST_ID: String;
}

/// The id of the request being answered, or an empty text outside of one.
pub fn request_id() -> String {
    REQUEST_ID.try_with(Clone::clone).unwrap_or_default()
}

fn status(code: Code) -> StatusCode {
    use Code::*;
    match code {
        Unauthenticated | BadCredentials => StatusCode::UNAUTHORIZED,
        SessionEnded | LicenseExpired => StatusCode::FORBIDDEN,
        NotFound => StatusCode::NOT_FOUND,
        Conflict | StaleVersion | TableTaken | Reserved | AlreadyPaid | BalanceChanged | NotSendable | NoOpenCycle
        | CycleAlreadyOpen | CycleClosed | CashDifference | SoldOut | NotSoldNow | PriceChanged | InUse
        | AlreadyExists => StatusCode::CONFLICT,
        TooManyRequests | PinLocked => StatusCode::TOO_MANY_REQUESTS,
        TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        StorageFull | DatabaseUnavailable => StatusCode::SERVICE_UNAVAILABLE,
        Internal => StatusCode::INTERNAL_SERVER_ERROR,
        Invalid | NotPermitted | WrongPin | PinRequired | IdempotencyMismatch | PairingCodeInvalid
        | MustChangePassword | TotpRequired | WrongTotp | MustSetTotp => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

/// The body of every error.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Failure {
    pub success: bool,
    pub code: Code,
    /// A Spanish message that says what to do next.
    pub message: String,
    /// Messages by field.
    pub errors: BTreeMap<String, Vec<String>>,
    pub request_id: String,
    /// The current state of the thing, with 409.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<serde_json::Value>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub license_expired: bool,
}

/// Returns the status and the body of a refusal.
pub fn describe_refusal(r: Refusal) -> (StatusCode, Failure) {
    let failure = Failure {
        success: false,
        code: r.code,
        message: r.message,
        errors: r.errors,
        request_id: request_id(),
        current: r.current,
        license_expired: r.code == Code::LicenseExpired,
    };
    (status(r.code), failure)
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let wait = self.retry_after_s;
        let (status, failure) = describe_refusal(self);
        let mut answer = (status, Json(failure)).into_response();
        if let Some(s) = wait {
            answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(s));
        }
        answer
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        match self {
            Error::Refused(r) => r.into_response(),
            Error::Db(db::Error::NotFound) => not_found("lo que buscas").into_response(),
            Error::Db(db::Error::Unique(columns)) => {
                let mut r =
                    refuse(Code::AlreadyExists, "Ya existe otro registro con ese valor. Cambia el valor marcado.");
                for c in columns {
                    r = r.at(&c, "Ya existe otro con este valor.");
                }
                r.into_response()
            }
            Error::Db(db::Error::ForeignKey) => {
                refuse(Code::Invalid, "Uno de los elementos elegidos ya no existe. Actualiza la pantalla.")
                    .into_response()
            }
            e if is_full(&e) => {
                tracing::error!(request_id = request_id(), error = ?e, "no room is left on the disk");
                storage_full().into_response()
            }
            Error::Db(e @ (db::Error::Unavailable | db::Error::Busy)) => {
                tracing::error!(request_id = request_id(), error = ?e, "the database does not answer");
                database_unavailable().into_response()
            }
            e => {
                tracing::error!(request_id = request_id(), error = ?e, "request failed");
                refuse(
                    Code::Internal,
                    "Algo falló de nuestro lado y no se guardó nada. Vuelve a intentar; si sigue, avisa con el código.",
                )
                .into_response()
            }
        }
    }
}

/// Whether the cause is a full disk, of the database or of other files.
fn is_full(error: &Error) -> bool {
    let is_full = |cause: &(dyn std::error::Error + 'static)| {
        matches!(cause.downcast_ref::<db::Error>(), Some(db::Error::DiskFull))
            || cause.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == std::io::ErrorKind::StorageFull)
    };
    match error {
        Error::Db(error) => matches!(error, db::Error::DiskFull),
        Error::Internal(error) => error.chain().any(is_full),
        Error::Refused(_) => false,
    }
}

fn storage_full() -> Refusal {
    let text = "No hay espacio en el disco del servidor y no se guardó nada. Avisa a quien lo administra: hay que liberar espacio.";
    Refusal { retry_after_s: Some(DISK_FULL_RETRY_SECONDS), ..refuse(Code::StorageFull, text) }
}

fn database_unavailable() -> Refusal {
    let text = "La base de datos no responde. Vuelve a intentar en un momento; si sigue, avisa a quien administra el servidor.";
    Refusal { retry_after_s: Some(DATABASE_DOWN_RETRY_SECONDS), ..refuse(Code::DatabaseUnavailable, text) }
}

/// Gives answers of the framework itself (an id that is no number, a method that does not exist) the shape of our errors.
pub fn rewrite_framework_error(answer: Response) -> Response {
    let is_json =
        answer.headers().get(header::CONTENT_TYPE).is_some_and(|t| t.as_bytes().starts_with(b"application/json"));
    match answer.status() {
        _ if is_json => answer,
        StatusCode::BAD_REQUEST => refuse(
            Code::Invalid,
            "La dirección o sus filtros no tienen el formato esperado. Vuelve a la lista y entra de nuevo.",
        )
        .into_response(),
        StatusCode::METHOD_NOT_ALLOWED => not_found("esa operación").into_response(),
        _ => answer,
    }
}
