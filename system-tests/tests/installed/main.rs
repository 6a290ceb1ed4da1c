//! Tests of the installed agent: the set-up program in a fresh wine, the package in a fresh Debian under QEMU. `scripts/test-installers`
//! prepares what this needs and runs it.
#![allow(clippy::unwrap_used, reason = "whatever fails here fails the test that called it")]

mod guest;
mod house;
mod linux;
mod windows;
mod wine;
