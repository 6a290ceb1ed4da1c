//! What a process has used, from `/proc`.

use std::{fs, time::Duration};

/// The kernel counts in hundredths of a second for programs, whatever it does inside.
const TICK: Duration = Duration::from_millis(10);

/// User and system time so far.
pub fn cpu_time(pid: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    // The name in brackets may contain spaces.
    let after_name = stat.rsplit_once(')').unwrap().1;
    let ticks: u32 = after_name.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<u32>().unwrap()).sum();
    TICK * ticks
}

/// What it holds of the machine's memory.
pub fn memory_kb(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    resident.trim().trim_end_matches(" kB").parse().unwrap()
}
