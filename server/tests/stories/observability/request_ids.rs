//! A request keeps the id that a proxy gave it.

use crate::support::{
    app::TestApp,
    database_place::{DatabasePlace, Fixture},
};
use comanda::db::Engine;
use reqwest::header::HeaderValue;

#[tokio::test]
async fn a_proxys_request_id_is_returned_and_an_invalid_one_is_not() {
    let app = TestApp::create(&DatabasePlace::on(Engine::Sqlite).await).await;
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let request_with_id = async |id: &[u8]| {
        let request = http.get(format!("http://{}/api/profile", app.address));
        let answer = request.header("x-request-id", HeaderValue::from_bytes(id).unwrap()).send().await.unwrap();
        let request_id = answer.headers()["x-request-id"].to_str().unwrap().to_owned();
        let body: serde_json::Value = answer.json().await.unwrap();
        assert_eq!(body["request_id"], request_id, "a person sees the same");
        request_id
    };
    assert_eq!(request_with_id(b"0192f3c4-7e1d-7a55").await, "0192f3c4-7e1d-7a55");
    for odd in [&b"short"[..], b"with spaces in it", b"\"},{\"level\":\"ERROR", &[b'a'; 200], "peña-peña".as_bytes()]
    {
        assert_eq!(request_with_id(odd).await.len(), 36, "{odd:?}");
    }
}
