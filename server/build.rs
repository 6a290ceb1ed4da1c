//! `sqlx::migrate!` reads its folder while compiling, but does not notice a file that is new.

fn main() {
    println!("cargo:rerun-if-changed=../migrations");
}
