//! The resources that a process has used, from `/proc`.

use std::{fs, time::Duration};

/// The kernel reports CPU time in hundredths of a second, whatever its internal unit.
const TICK: Duration = Duration::from_millis(10);

/// The user and system time so far.
pub fn cpu_time(pid: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    // The name in brackets may contain spaces.
    let after_name = stat.rsplit_once(')').unwrap().1;
    let ticks: u32 = after_name.split_whitespace().skip(11).take(2).map(|ticks| ticks.parse::<u32>().unwrap()).sum();
    TICK * ticks
}

/// The memory that a process holds, in kilobytes.
pub fn memory_kb(pid: u32) -> u64 {
    status_kb(pid, "VmRSS:")
}

/// The most memory that a process held since its start, or since the last reset.
pub fn peak_memory_kb(pid: u32) -> u64 {
    status_kb(pid, "VmHWM:")
}

/// Resets the peak to the present memory.
pub fn reset_peak_memory(pid: u32) {
    fs::write(format!("/proc/{pid}/clear_refs"), "5").unwrap();
}

fn status_kb(pid: u32, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let value = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    value.trim().trim_end_matches(" kB").parse().unwrap()
}
