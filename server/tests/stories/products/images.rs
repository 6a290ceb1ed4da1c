//! Photos of products: reduced in size, served at an immutable address, and deleted with their product.

use super::product;
use crate::{on_both_databases, support::app::TestApp};
use serde_json::json;

/// A photo of one colour, as a phone would send it.
fn photo(width: u32, height: u32, red: u8) -> Vec<u8> {
    let image = image::RgbImage::from_pixel(width, height, image::Rgb([red, 120, 40]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Jpeg).unwrap();
    bytes.into_inner()
}

on_both_databases! {
    async fn a_photo_is_reduced_and_cached_for_ever(app: TestApp) {
        let (admin, waiter) = (app.login("admin").await, app.login("mozo").await);
        let lomo = product(&admin, "Lomo saltado").await;
        let path = format!("/api/products/{}/image", lomo["id"]);
        let shown = admin.put_bytes(&path, photo(1500, 1000, 200)).await.ok();
        let address = shown["image"].as_str().unwrap().to_owned();
        let picture = app.anonymous_client().get(&address).await;
        assert_eq!((picture.status.as_u16(), picture.content_type.as_deref()), (200, Some("image/jpeg")));
        assert_eq!(picture.cache_control.as_deref(), Some("public, max-age=31536000, immutable"));
        let small = image::load_from_memory(&picture.bytes).unwrap();
        assert_eq!((small.width(), small.height()), (640, 427));
        let sale = waiter.get("/api/catalog/sale").await.ok();
        let tile = sale["products"].as_array().unwrap().iter().find(|p| p["id"] == lomo["id"]).unwrap();
        assert_eq!(tile["image"], json!(address));

        let other = admin.put_bytes(&path, photo(50, 50, 10)).await.ok();
        assert_ne!(other["image"], shown["image"], "another picture, another address");
        assert_eq!(app.anonymous_client().get(&address).await.status.as_u16(), 404);
        let none = admin.delete(&path).await.ok();
        assert_eq!(none["image"], json!(null));
        app.anonymous_client().get(other["image"].as_str().unwrap()).await.refused(404, "not_found");
    }

    async fn a_file_that_is_no_photo_is_refused_and_changes_nothing(app: TestApp) {
        let admin = app.login("admin").await;
        let lomo = product(&admin, "Lomo saltado").await;
        let path = format!("/api/products/{}/image", lomo["id"]);
        let cut = photo(900, 900, 1)[..300].to_vec();
        for bytes in [Vec::new(), b"<svg/>".to_vec(), b"MZ\0\0".to_vec(), cut] {
            let refused = admin.put_bytes(&path, bytes).await.refused(422, "invalid");
            assert!(refused["errors"]["image"].is_array(), "{refused}");
        }
        admin.put_bytes(&path, vec![0; 13 * 1024 * 1024]).await.refused(413, "too_large");
        app.login("cajero").await.put_bytes(&path, photo(9, 9, 1)).await.refused(422, "not_permitted");
        admin.put_bytes("/api/products/999999/image", photo(9, 9, 1)).await.refused(404, "not_found");
        assert_eq!(product(&admin, "Lomo saltado").await, lomo);
        for hash in ["", "x", "%27", "..%2f"] {
            assert_eq!(app.anonymous_client().get(&format!("/api/pictures/{hash}")).await.status.as_u16(), 404);
        }
    }
}
