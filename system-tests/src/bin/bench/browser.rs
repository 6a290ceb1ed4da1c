//! Measurements in a browser: `web/bench` holds them as Playwright specs.

use crate::report::Times;
use serde_json::Value;
use std::{path::PathBuf, process::Command, time::Duration};

/// The measurements of a spec, by name.
#[derive(Debug)]
pub struct Measured(Value);

/// Runs one spec of `web/bench` against the restaurant at `url`.
pub fn run(spec: &str, url: &str) -> Measured {
    let web = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../web");
    let out = tempfile::NamedTempFile::new().unwrap();
    let mut run = Command::new("npm");
    run.args(["run", "--silent", "bench", "--", spec]).current_dir(web);
    let ended = run.env("COMANDA_URL", url).env("BENCH_OUT", out.path()).status().unwrap();
    assert!(ended.success(), "the browser's timings failed");
    Measured(serde_json::from_slice(&std::fs::read(out.path()).unwrap()).unwrap())
}

impl Measured {
    fn numbers(&self, name: &str) -> Vec<f64> {
        let all = self.0[name].as_array().unwrap_or_else(|| panic!("{name} was not measured"));
        all.iter().map(|number| number.as_f64().unwrap()).collect()
    }

    /// The measurements of this name, in milliseconds.
    pub fn times(&self, name: &str) -> Times {
        Times::new(self.numbers(name).into_iter().map(|ms| Duration::from_secs_f64(ms / 1000.0)).collect())
    }

    pub fn most(&self, name: &str) -> f64 {
        self.numbers(name).into_iter().fold(0.0, f64::max)
    }
}
