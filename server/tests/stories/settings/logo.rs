//! The logo, from the upload to the log-in page, the papers and the PDFs.

use crate::{
    on_both_databases,
    printing::shop::{Shop, pull},
    support::app::TestApp,
};
use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use reqwest::Method;
use serde_json::json;
use std::io::Cursor;

const PATH: &str = "/api/company-info/logo";

/// A picture that is dark at the left and clear at the right.
fn png(width: u32, height: u32) -> Vec<u8> {
    let picture = RgbaImage::from_fn(width, height, |x, _| Rgba([90, 30, 120, if x < width / 2 { 255 } else { 0 }]));
    let mut file = Cursor::new(Vec::new());
    DynamicImage::ImageRgba8(picture).write_to(&mut file, ImageFormat::Png).unwrap();
    file.into_inner()
}

on_both_databases! {
    async fn a_logo_is_on_the_log_in_page_and_on_every_paper(shop: Shop) {
        let (agent, token) = shop.pair("PC-CAJA").await;
        let virtual_printer = shop.admin.post("/api/printers", json!({"name": "En pantalla", "type": "VIRTUAL", "agent_id": null})).await.ok()["id"].as_i64().unwrap();
        let printer = shop.add_printer("Impresora", agent).await;
        let job_without_logo = shop.request_test_page(virtual_printer).await;
        let address = shop.admin.upload(Method::PUT, PATH, png(1200, 400)).await.ok()["logo"].as_str().unwrap().to_owned();
        let public = shop.app.anonymous_client().get("/api/public/company-info").await.ok();
        assert_eq!(public["logo"], json!(address));
        assert_eq!(shop.admin.get("/api/company-info").await.ok()["logo"], json!(address));
        let shown = shop.app.anonymous_client().get(&address).await;
        let shown = image::load_from_memory(&shown.bytes).unwrap();
        assert!(shown.width() <= 640 && shown.height() <= 640 && shown.width() > 100);

        let papers = shop.admin.get(&format!("/api/printers/{virtual_printer}/paper")).await.rows();
        let image = papers[0]["lines"].as_array().unwrap().iter().find(|l| l["type"] == "image").expect("the paper shows the logo");
        assert_eq!((&image["image"]["width_dots"], &image["image"]["height_dots"]), (&json!(320), &json!(107)));
        let pdf_with_logo = shop.admin.get(&format!("/api/print-jobs/{job_without_logo}/pdf")).await.bytes;

        shop.request_test_page(printer).await;
        let pulled = pull(&mut shop.connect_agent(&token).await).await;
        let blocks = pulled["jobs"][0]["ticket"]["blocks"].clone();
        let kinds: Vec<&str> = blocks.as_array().unwrap().iter().map(|b| b["type"].as_str().unwrap()).collect();
        assert!(kinds[0] == "image" && !kinds.contains(&"logo"), "{kinds:?}");

        assert_eq!(shop.admin.delete(PATH).await.ok()["logo"], json!(null));
        let pdf_without_logo = shop.admin.get(&format!("/api/print-jobs/{job_without_logo}/pdf")).await.bytes;
        assert!(pdf_without_logo.len() + 500 < pdf_with_logo.len(), "{} {}", pdf_without_logo.len(), pdf_with_logo.len());
        assert_eq!(shop.app.anonymous_client().get("/api/public/company-info").await.ok()["logo"], json!(null));
        let papers = shop.admin.get(&format!("/api/printers/{virtual_printer}/paper")).await.rows();
        assert!(papers[0]["lines"].as_array().unwrap().iter().all(|l| l["type"] != "image" && l["type"] != "logo"));
        shop.app.anonymous_client().get(&address).await.refused(404, "not_found");
    }

    async fn a_logo_may_be_as_thin_as_a_line(shop: Shop) {
        for (width, height) in [(1, 1), (1, 50), (50, 1), (5, 3000), (10, 4000), (30, 4000)] {
            shop.admin.upload(Method::PUT, PATH, png(width, height)).await.ok();
        }
    }

    async fn an_agent_that_keeps_logos_gets_each_once(shop: Shop) {
        let (agent, token) = shop.pair("PC-CAJA").await;
        let printer = shop.add_printer("Impresora", agent).await;
        shop.admin.upload(Method::PUT, PATH, png(300, 100)).await.ok();
        let mut link = shop.connect_agent(&token).await;

        shop.request_test_page(printer).await;
        let first = link.emit_and_wait("pull_jobs", json!({"held": [], "logos": []})).await;
        let name = first["jobs"][0]["logo"].as_str().expect("the job names it").to_owned();
        assert!(first["logo"]["width_dots"].is_u64(), "{first}");
        let blocks = first["jobs"][0]["ticket"]["blocks"].as_array().unwrap();
        assert!(blocks.iter().all(|block| block["type"] != "image"), "once, not in every ticket: {first}");

        shop.request_test_page(printer).await;
        let held = json!([{"id": first["jobs"][0]["id"], "state": "SPOOLED"}]);
        let second = link.emit_and_wait("pull_jobs", json!({"held": held, "logos": [name]})).await;
        assert_eq!((&second["jobs"][0]["logo"], &second["logo"]), (&json!(name), &json!(null)), "{second}");

        // A new logo has a new name, and is sent along.
        shop.admin.upload(Method::PUT, PATH, png(300, 200)).await.ok();
        shop.request_test_page(printer).await;
        let held = json!([first["jobs"][0].clone(), second["jobs"][0].clone()].map(|job| json!({"id": job["id"], "state": "SPOOLED"})));
        let third = link.emit_and_wait("pull_jobs", json!({"held": held, "logos": [name]})).await;
        assert_ne!(third["jobs"][0]["logo"], json!(name), "{third}");
        assert!(third["logo"]["width_dots"].is_u64(), "{third}");
    }

    async fn a_file_that_is_no_picture_is_refused_and_only_the_admin_sets_it(app: TestApp) {
        let admin = app.login("admin").await;
        let mut cut = png(300, 300);
        cut.truncate(200);
        for bad in [Vec::new(), b"<svg onload=alert(1)>".to_vec(), cut] {
            let refused = admin.upload(Method::PUT, PATH, bad).await.refused(422, "invalid");
            assert!(refused["errors"]["image"].is_array(), "{refused}");
        }
        admin.upload(Method::PUT, PATH, vec![0; 13 * 1024 * 1024]).await.refused(413, "too_large");
        for role in ["supervisor", "cajero", "contador"] {
            app.login(role).await.upload(Method::PUT, PATH, png(64, 64)).await.refused(422, "not_permitted");
        }
        assert_eq!(admin.get("/api/company-info").await.ok()["logo"], json!(null));
        // Another picture has another address.
        let first = admin.upload(Method::PUT, PATH, png(64, 64)).await.ok();
        let second = admin.upload(Method::PUT, PATH, png(64, 96)).await.ok();
        assert_ne!(first, second);
    }
}
