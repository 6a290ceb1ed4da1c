//! The API's document, read as a client reads it: calls with addresses and bodies that fit it.

use reqwest::Method;
use serde_json::{Value, json};

/// Calls that need no session.
const OPEN: [(&str, &str); 12] = [
    ("post", "/api/login"),
    ("get", "/api/forgot-password"),
    ("post", "/api/forgot-password"),
    ("post", "/api/reset-password"),
    ("get", "/api/public/company-info"),
    ("post", "/api/public/consulta"),
    ("get", "/api/public/documents/{token}"),
    ("get", "/api/public/documents/{token}/pdf"),
    ("get", "/api/public/documents/{token}/xml"),
    ("get", "/api/pictures/{hash}"),
    ("get", "/api/downloads"),
    ("post", "/api/print-agents/pair"),
];

/// A call that the document describes.
#[derive(Debug, Clone)]
pub struct Call {
    pub method: Method,
    /// The path template, with `{id}` in it.
    pub template: String,
    /// A body that fits the document; `None` for calls without one.
    pub body: Option<Value>,
    /// The names of possible query parameters.
    pub parameters: Vec<String>,
    /// The required query parameters, with values that fit.
    pub query: String,
}

impl Call {
    /// The path with this id in every place of an id.
    pub fn at(&self, id: &str) -> String {
        let filled: Vec<&str> =
            self.template.split('/').map(|part| if part.starts_with('{') { id } else { part }).collect();
        filled.join("/")
    }
    pub fn is_write(&self) -> bool {
        self.method != Method::GET
    }
    pub fn names_an_id(&self) -> bool {
        self.template.contains('{')
    }
}

/// All calls that need a session.
pub fn calls() -> Vec<Call> {
    let document = serde_json::to_value(comanda::router::openapi_document()).unwrap();
    let mut calls = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            if !OPEN.contains(&(method.as_str(), path.as_str())) {
                calls.push(call(&document, method, path, operation));
            }
        }
    }
    assert!(calls.len() > 120, "{}", calls.len());
    calls
}

fn call(document: &Value, method: &str, path: &str, operation: &Value) -> Call {
    let parameters = operation["parameters"].as_array().into_iter().flatten().filter(|p| p["in"] == "query");
    let name = |p: &Value| p["name"].as_str().unwrap().to_owned();
    let wanted = parameters.clone().filter(|p| p["required"] == true);
    let wanted = wanted.map(|p| format!("{}={}", name(p), plain_text(&fitting(document, &p["schema"], 0))));
    let query = wanted.collect::<Vec<_>>().join("&");
    let parameters = parameters.map(name);
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    Call {
        method: method.to_uppercase().parse().unwrap(),
        template: path.to_owned(),
        body: (!schema.is_null()).then(|| fitting(document, schema, 0)),
        parameters: parameters.collect(),
        query: if query.is_empty() { query } else { format!("?{query}") },
    }
}

fn plain_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A value that fits a schema: ids are 1, texts are short, amounts are 1.
fn fitting(document: &Value, schema: &Value, depth: usize) -> Value {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.strip_prefix("#").unwrap();
        return fitting(document, document.pointer(name).unwrap(), depth);
    }
    if depth > 8 {
        return Value::Null;
    }
    if let Some(first) = schema["enum"].as_array().and_then(|all| all.first()) {
        return first.clone();
    }
    for choice in ["oneOf", "anyOf"] {
        if let Some(some) = schema[choice].as_array().and_then(|all| all.iter().find(|s| s["type"] != "null")) {
            return fitting(document, some, depth);
        }
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let mut whole = json!({});
        for part in parts {
            for (name, value) in fitting(document, part, depth).as_object().into_iter().flatten() {
                whole[name] = value.clone();
            }
        }
        return whole;
    }
    let kinds = schema["type"].as_array().cloned().unwrap_or_else(|| vec![schema["type"].clone()]);
    match kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null") {
        Some("object") => object(document, schema, depth),
        Some("array") => json!([fitting(document, &schema["items"], depth + 1)]),
        Some("integer" | "number") => json!(1),
        Some("boolean") => json!(true),
        _ => match schema["format"].as_str() {
            Some("date") => json!("2026-11-21"),
            Some("date-time") => json!("2026-11-21T18:00:00Z"),
            _ => json!("1"),
        },
    }
}

fn object(document: &Value, schema: &Value, depth: usize) -> Value {
    let mut object = json!({});
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        object[name] = fitting(document, property, depth + 1);
    }
    if schema["additionalProperties"].is_object() {
        object["1"] = fitting(document, &schema["additionalProperties"], depth + 1);
    }
    object
}
