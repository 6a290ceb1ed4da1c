//! Returns freed memory to the operating system. glibc's allocator keeps a freed page while anything above it in the same heap is in use,
//! so a server that once had many small companies open would hold that memory until it ends. `malloc_trim` is the only function of the C
//! library that the server calls itself.

/// Returns all unused pages of all heaps to the system (`malloc_trim`). Walking the heaps takes some milliseconds for 100 MB, during which
/// other threads may wait to allocate. Does nothing with allocators other than glibc's, which return memory by themselves.
pub fn release_unused_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        #[expect(unsafe_code, reason = "a function of glibc")]
        // SAFETY: `malloc_trim` takes no pointer, and locks each heap that it walks through.
        unsafe {
            libc::malloc_trim(0);
        }
    }
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use super::*;

    fn resident_kb() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    #[test]
    fn memory_below_a_live_allocation_is_returned() {
        const PIECES: usize = 100_000;
        let mut pieces: Vec<Vec<u8>> = (0..PIECES).map(|_| vec![1; 1_000]).collect();
        let last = pieces.pop();
        drop(pieces);
        let before = resident_kb();
        release_unused_memory();
        let after = resident_kb();
        assert!(before - after > 50_000, "{before} to {after}");
        drop(last);
    }
}
