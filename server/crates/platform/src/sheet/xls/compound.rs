//! Reads the container of a .xls workbook (MS-CFB), in which streams are chains of sectors. Reading ends even if the chains are cyclic.

pub(super) const SIGNATURE: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";
/// Sector numbers from here on are markers.
const FIRST_MARK: u32 = 0xFFFF_FFFA;
const HEADER_BYTES: usize = 512;
const ENTRY_BYTES: usize = 128;
const MINI_SECTOR_BYTES: usize = 64;
/// Smaller streams are in the mini stream.
const MINI_STREAM_BELOW: usize = 4096;

/// Returns the first stream with one of these names.
pub(super) fn find_stream(bytes: &[u8], names: &[&str]) -> Option<Vec<u8>> {
    let file = File::parse(bytes)?;
    let directory = file.chain(u32_at(bytes, 48)?)?;
    let entries: Vec<Entry> = directory.chunks_exact(ENTRY_BYTES).filter_map(Entry::parse).collect();
    let entry =
        names.iter().find_map(|name| entries.iter().find(|e| e.is_stream && e.name.eq_ignore_ascii_case(name)))?;
    let mut stream = if entry.bytes < MINI_STREAM_BELOW {
        let (root, table) = (file.chain(entries.first()?.start)?, file.chain(u32_at(bytes, 60)?)?);
        let most = root.len() / MINI_SECTOR_BYTES + 1;
        read_chain(&u32s(&table), entry.start, most, |id| root.chunks(MINI_SECTOR_BYTES).nth(id))?
    } else {
        file.chain(entry.start)?
    };
    stream.truncate(entry.bytes);
    Some(stream)
}

struct File<'b> {
    bytes: &'b [u8],
    sector_bytes: usize,
    /// The next sector of each sector (FAT).
    table: Vec<u32>,
}

impl<'b> File<'b> {
    fn parse(bytes: &'b [u8]) -> Option<Self> {
        let sector_bytes = match (bytes.get(..HEADER_BYTES)?, u16_at(bytes, 30)?) {
            (header, _) if !header.starts_with(SIGNATURE) => return None,
            (_, 9) => 512,
            (_, 12) => 4096,
            _ => return None,
        };
        let mut file = Self { bytes, sector_bytes, table: Vec::new() };
        let mut places = u32s(&bytes[76..HEADER_BYTES]);
        // DIFAT sectors list further FAT sectors. Each ends with the number of the next DIFAT sector.
        let mut next = u32_at(bytes, 68)?;
        let mut most = bytes.len() / sector_bytes + 1;
        while next < FIRST_MARK {
            most = most.checked_sub(1)?;
            let mut more = u32s(file.sector(next as usize)?);
            next = more.pop()?;
            places.extend(more);
        }
        for place in places.into_iter().filter(|place| *place < FIRST_MARK).take(bytes.len() / sector_bytes + 1) {
            file.table.extend(u32s(file.sector(place as usize)?));
        }
        Some(file)
    }

    /// Returns a sector. The last sector of a file can be short.
    fn sector(&self, id: usize) -> Option<&'b [u8]> {
        let start = id.checked_add(1)?.checked_mul(self.sector_bytes)?;
        let end = start.checked_add(self.sector_bytes)?.min(self.bytes.len());
        self.bytes.get(start..end).filter(|sector| !sector.is_empty())
    }

    fn chain(&self, start: u32) -> Option<Vec<u8>> {
        read_chain(&self.table, start, self.bytes.len() / self.sector_bytes + 1, |id| self.sector(id))
    }
}

/// Returns the bytes of a chain of sectors, or `None` if it is longer than the file, which means that it is cyclic.
fn read_chain<'s>(
    table: &[u32],
    start: u32,
    mut most: usize,
    sector: impl Fn(usize) -> Option<&'s [u8]>,
) -> Option<Vec<u8>> {
    let (mut all, mut id) = (Vec::new(), start);
    while id < FIRST_MARK {
        most = most.checked_sub(1)?;
        all.extend_from_slice(sector(id as usize)?);
        id = *table.get(id as usize)?;
    }
    Some(all)
}

struct Entry {
    name: String,
    is_stream: bool,
    start: u32,
    bytes: usize,
}

impl Entry {
    fn parse(entry: &[u8]) -> Option<Self> {
        const STREAM: u8 = 2;
        let letters = usize::from(u16_at(entry, 64)?).saturating_sub(2).min(62);
        let name: Vec<u16> = entry[..letters].chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
        Some(Self {
            name: String::from_utf16_lossy(&name),
            is_stream: entry[66] == STREAM,
            start: u32_at(entry, 116)?,
            bytes: usize::try_from(u32_at(entry, 120)?).ok()?,
        })
    }
}

pub(super) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..at.checked_add(2)?)?.try_into().ok().map(u16::from_le_bytes)
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at.checked_add(4)?)?.try_into().ok().map(u32::from_le_bytes)
}

fn u32s(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn chains_longer_than_the_file_are_refused() {
        let (sector, read) = ([0_u8; 512], Cell::new(0_usize));
        // The next sector of each sector is itself.
        let table: Vec<u32> = (0..100_000).collect();
        let found = read_chain(&table, 1, 3, |_| {
            read.set(read.get() + sector.len());
            Some(&sector)
        });
        assert_eq!((found, read.get()), (None, 3 * 512));
        assert_eq!(read_chain(&[1, 2, u32::MAX], 0, 3, |_| Some(&sector[..2])), Some(vec![0; 6]));
    }
}
