//! Memory that was freed goes back to the system. glibc's allocator keeps it where anything that lies above it in its heap is still used,
//! and a server whose many small houses were all opened once would hold that memory until it ends.

/// Gives back all pages on which nothing is used any more (`malloc_trim`, of all heaps). It walks through them, some milliseconds for
/// 100 MB, and whoever allocates meanwhile may wait. Other allocators than glibc's do it by themselves: there it does nothing.
pub fn release() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        #[expect(unsafe_code, reason = "a function of glibc")]
        // SAFETY: it takes no pointer, and locks each heap that it walks through.
        unsafe {
            libc::malloc_trim(0);
        }
    }
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use super::*;

    fn resident_kb() -> u64 {
        let told = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = told.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    #[test]
    fn what_lies_below_something_used_goes_back() {
        const PIECES: usize = 100_000;
        let mut pieces: Vec<Vec<u8>> = (0..PIECES).map(|_| vec![1; 1_000]).collect();
        let last = pieces.pop();
        drop(pieces);
        let before = resident_kb();
        release();
        let after = resident_kb();
        assert!(before - after > 50_000, "{before} to {after}");
        drop(last);
    }
}
