//! Rewrites the URI of a report with `format=` to that of its file: `/cash-report?format=xlsx` becomes
//! `/cash-report/file?format=xlsx`.

use axum::{
    Router,
    extract::Request,
    http::{Method, Uri},
};
use std::{collections::HashSet, sync::Arc};
use tower::ServiceBuilder;

const FILE: &str = "/file";

/// Returns the path of the report that belongs to the path of a file.
pub(super) fn report_path_of_file(path: &str) -> Option<&str> {
    path.strip_suffix(FILE)
}

/// Wraps the router so that every path of `files` (`/api/cash-report/file`) is also served at its report's path with `format=`.
pub fn with_report_files(router: Router, files: impl Iterator<Item = String>) -> Router {
    let reports: HashSet<String> = files.filter_map(|path| report_path_of_file(&path).map(str::to_owned)).collect();
    let reports = Arc::new(reports);
    let service = ServiceBuilder::new().map_request(move |request| rewrite_to_file(request, &reports)).service(router);
    Router::new().fallback_service(service)
}

fn rewrite_to_file(mut request: Request, reports: &HashSet<String>) -> Request {
    let uri = request.uri();
    let is_wanted =
        request.method() == Method::GET && uri.query().is_some_and(names_format) && reports.contains(uri.path());
    if let Some(file) = is_wanted.then(|| file_uri(uri)).flatten() {
        *request.uri_mut() = file;
    }
    request
}

fn names_format(query: &str) -> bool {
    query.split('&').any(|pair| pair.starts_with("format="))
}

fn file_uri(uri: &Uri) -> Option<Uri> {
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(format!("{}{FILE}?{}", uri.path(), uri.query()?).parse().ok()?);
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    #[test]
    fn only_reports_with_a_format_are_rewritten() {
        let reports = HashSet::from(["/api/cash-report".to_owned()]);
        for (method, requested, meant) in [
            ("GET", "/api/cash-report?format=csv&user_id=3", "/api/cash-report/file?format=csv&user_id=3"),
            ("GET", "/api/cash-report?user_id=3&format=", "/api/cash-report/file?user_id=3&format="),
            ("GET", "/api/cash-report?user_id=3", "/api/cash-report?user_id=3"),
            ("GET", "/api/cash-report?term=format=csv", "/api/cash-report?term=format=csv"),
            ("GET", "/api/cash-report/file?format=csv", "/api/cash-report/file?format=csv"),
            ("GET", "/api/products?format=csv", "/api/products?format=csv"),
            ("POST", "/api/cash-report?format=csv", "/api/cash-report?format=csv"),
        ] {
            let request = Request::builder().method(method).uri(requested).body(Body::empty()).unwrap();
            assert_eq!(rewrite_to_file(request, &reports).uri(), meant, "{method} {requested}");
        }
    }
}
