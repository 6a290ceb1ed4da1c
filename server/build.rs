//! `sqlx::migrate!` and the embedded web app read their folders while compiling, but do not notice a file that is new.

fn main() {
    println!("cargo:rerun-if-changed=../migrations");
    // A debug build reads the web app from its folder while it runs.
    let release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let dist = std::path::Path::new("../web/dist");
    if release && dist.exists() {
        println!("cargo:rerun-if-changed=../web/dist");
        // The service worker is written last.
        if dist.join("index.html").exists() && !dist.join("sw.js").exists() {
            println!("cargo::error=web/dist is not whole, its build was interrupted: run `make web`");
        }
    }
}
