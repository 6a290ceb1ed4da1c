//! The OpenAPI 3.1 document, generated from the handlers, and an HTML page of it.

use super::as_file;
use std::collections::HashSet;
use utoipa::{
    Modify, OpenApi,
    openapi::{
        self, ContentBuilder, KnownFormat, ObjectBuilder, Ref, RefOr, Required, ResponseBuilder, SchemaFormat, Type,
        path::{Parameter, ParameterBuilder, ParameterIn},
        security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};

/// The parts of the document that do not come from handlers.
#[derive(Debug, OpenApi)]
#[openapi(
    info(title = "Comanda", description = "Punto de venta y administración de restaurantes."),
    components(schemas(comanda_base::error::Code, comanda_base::error::http::Failure, crate::realtime::EventKind)),
    modifiers(&Bearer),
    security(("bearer" = []))
)]
pub struct Base;

struct Bearer;
impl Modify for Bearer {
    fn modify(&self, doc: &mut utoipa::openapi::OpenApi) {
        let scheme = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
        let agent = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("The token of a print agent, told once when it is paired."))
            .build();
        let components = doc.components.get_or_insert_with(Default::default);
        components.add_security_scheme("bearer", scheme);
        components.add_security_scheme("agent", SecurityScheme::Http(agent));
    }
}

/// Completes the document: every call may be refused, in one shape; ids in paths are numbers; reports have a `format`.
pub fn complete_document(mut doc: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    let reports: HashSet<String> =
        doc.paths.paths.keys().filter_map(|path| as_file::report_path_of_file(path).map(str::to_owned)).collect();
    for (path, item) in &mut doc.paths.paths {
        if let Some(call) = item.get.as_mut().filter(|_| reports.contains(path)) {
            call.parameters.get_or_insert_default().push(RefOr::T(file_format()));
        }
        let calls = [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete];
        for call in calls.into_iter().flatten() {
            let parameters = call.parameters.get_or_insert_default();
            for name in path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')) {
                let is_told = |p: &RefOr<Parameter>| matches!(p, RefOr::T(p) if p.name == name);
                if !parameters.iter().any(is_told) {
                    parameters.push(RefOr::T(id_in_path(name)));
                }
            }
            call.responses.responses.entry("4XX".to_owned()).or_insert_with(|| refusal_response().into());
        }
    }
    doc
}

/// The parameter `format` of a report; without it the answer is JSON.
fn file_format() -> Parameter {
    let formats = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(["xlsx", "pdf", "csv"])).build();
    ParameterBuilder::new()
        .name("format")
        .parameter_in(ParameterIn::Query)
        .required(Required::False)
        .description(Some("As a file instead of JSON, as `/file` below it answers."))
        .schema(Some(formats))
        .build()
}

fn id_in_path(name: &str) -> Parameter {
    let number = ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
        .build();
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Path)
        .required(Required::True)
        .schema(Some(number))
        .build()
}

fn refusal_response() -> openapi::Response {
    let body = ContentBuilder::new().schema(Some(Ref::from_schema_name("Failure"))).build();
    ResponseBuilder::new()
        .description("Refused: `code` says why, `message` says it in Spanish with what to do next.")
        .content("application/json", body)
        .build()
}

/// Renders a plain page that lists the calls, without any script.
pub fn render_page(document: &openapi::OpenApi) -> String {
    render(&serde_json::to_value(document).unwrap_or_default())
}

fn render(doc: &serde_json::Value) -> String {
    let mut page = String::from(
        "<!doctype html><html lang=es><meta charset=utf-8><title>Comanda API</title><style>body{font:16px/1.5 system-ui;max-width:60rem;\
         margin:2rem auto;padding:0 1rem}code{background:#f1efec;padding:.1rem .3rem;border-radius:4px}h2{margin-top:2rem}\
         details{border-bottom:1px solid #e4e1dc;padding:.5rem 0}summary{cursor:pointer}pre{overflow:auto;background:#f6f5f3;padding:1rem}</style>\
         <h1>Comanda API</h1><p>El documento OpenAPI 3.1: <a href=/api/openapi.json>/api/openapi.json</a>.</p>",
    );
    let paths = doc["paths"].as_object().cloned().unwrap_or_default();
    for (path, methods) in &paths {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            let summary = operation["summary"].as_str().or(operation["description"].as_str()).unwrap_or_default();
            let detail = serde_json::to_string_pretty(operation).unwrap_or_default();
            page.push_str(&format!(
                "<details><summary><code>{} {}</code> {}</summary><pre>{}</pre></details>",
                method.to_uppercase(),
                escape(path),
                escape(summary),
                escape(&detail)
            ));
        }
    }
    page
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
