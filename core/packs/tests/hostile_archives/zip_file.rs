//! Zip files written byte by byte, so that their headers can be false.

use std::io::Write;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// An entry, as it is written.
#[derive(Clone)]
pub struct Entry {
    name: Vec<u8>,
    inner_name: Vec<u8>,
    data: Vec<u8>,
    size: u32,
    checksum: u32,
    method: u16,
    flags: u16,
    mode: u32,
}

impl Entry {
    /// Creates an uncompressed entry.
    pub fn file(name: &str, data: &[u8]) -> Entry {
        Entry::raw(name.as_bytes(), data)
    }

    /// Creates an uncompressed entry whose name need not be valid UTF-8.
    pub fn raw(name: &[u8], data: &[u8]) -> Entry {
        Entry {
            name: name.to_vec(),
            inner_name: name.to_vec(),
            data: data.to_vec(),
            size: data.len() as u32,
            checksum: checksum(data),
            method: 0,
            flags: 0x800,
            mode: 0o100_644,
        }
    }

    /// Creates a compressed entry.
    pub fn deflated(name: &str, data: &[u8]) -> Entry {
        let (packed, method) = (deflate(data), 8);
        Entry { data: packed, method, ..Entry::file(name, data) }
    }

    /// Sets the type of the file.
    pub fn mode(self, mode: u32) -> Entry {
        Entry { mode, ..self }
    }

    /// Sets the method of compression.
    pub fn method(self, method: u16) -> Entry {
        Entry { method, ..self }
    }

    /// Sets the flag for encryption.
    pub fn encrypted(self) -> Entry {
        Entry { flags: self.flags | 1, ..self }
    }

    /// Claims a wrong size.
    pub fn claims(self, size: u32) -> Entry {
        Entry { size, ..self }
    }

    /// Claims a wrong checksum.
    pub fn checksum(self, checksum: u32) -> Entry {
        Entry { checksum, ..self }
    }

    /// Sets a name in the header that differs from the directory.
    pub fn inner_name(self, name: &str) -> Entry {
        Entry { inner_name: name.as_bytes().to_vec(), ..self }
    }

    /// Returns the fields that the header and the directory share.
    fn fields(&self, name: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        [20u16, self.flags, self.method, 0, 0x21].iter().for_each(|field| out.extend(field.to_le_bytes()));
        [self.checksum, self.data.len() as u32, self.size].iter().for_each(|field| out.extend(field.to_le_bytes()));
        [name.len() as u16, 0].iter().for_each(|field| out.extend(field.to_le_bytes()));
        out
    }
}

/// A zip file.
#[derive(Clone, Default)]
pub struct ZipFile {
    entries: Vec<Entry>,
    /// An entry that the directory lists several times, under other names.
    again: Option<(usize, usize)>,
}

impl ZipFile {
    /// Creates a zip file with a manifest.
    pub fn sound() -> ZipFile {
        ZipFile::default().with(Entry::file("pack.toml", b"format = 1\n"))
    }

    /// Adds an entry.
    pub fn with(mut self, entry: Entry) -> ZipFile {
        self.entries.push(entry);
        self
    }

    /// Lists an entry several more times.
    pub fn listed_again(mut self, entry: usize, times: usize) -> ZipFile {
        self.again = Some((entry, times));
        self
    }

    /// Writes the zip file and returns its bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let mut listed = Vec::new();
        for entry in &self.entries {
            listed.push((out.len() as u32, entry.clone()));
            out.extend(b"PK\x03\x04");
            out.extend(entry.fields(&entry.inner_name));
            out.extend(&entry.inner_name);
            out.extend(&entry.data);
        }
        if let Some((at, times)) = self.again {
            let (start, entry) = listed[at].clone();
            listed.extend(
                (0..times)
                    .map(|number| (start, Entry { name: format!("again{number}").into_bytes(), ..entry.clone() })),
            );
        }
        let directory = out.len() as u32;
        for (start, entry) in &listed {
            out.extend(b"PK\x01\x02");
            out.extend((3u16 << 8 | 20).to_le_bytes());
            out.extend(entry.fields(&entry.name));
            out.extend([0; 6]);
            out.extend((entry.mode << 16).to_le_bytes());
            out.extend(start.to_le_bytes());
            out.extend(&entry.name);
        }
        let length = out.len() as u32 - directory;
        out.extend(b"PK\x05\x06\0\0\0\0");
        [listed.len() as u16, listed.len() as u16].iter().for_each(|count| out.extend(count.to_le_bytes()));
        [length, directory].iter().for_each(|field| out.extend(field.to_le_bytes()));
        out.extend([0, 0]);
        out
    }
}

/// Compresses data as the library does: cuts it out of an archive with one file.
fn deflate(data: &[u8]) -> Vec<u8> {
    let mut writer = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    writer.start_file("x", SimpleFileOptions::default()).unwrap();
    writer.write_all(data).unwrap();
    let bytes = writer.finish().unwrap().into_inner();
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(&bytes)).unwrap();
    let file = archive.by_index_raw(0).unwrap();
    let start = file.data_start().unwrap() as usize;
    bytes[start..start + file.compressed_size() as usize].to_vec()
}

fn checksum(data: &[u8]) -> u32 {
    let mut table = [0u32; 256];
    for (at, entry) in table.iter_mut().enumerate() {
        *entry = (0..8).fold(at as u32, |value, _| if value & 1 == 1 { value >> 1 ^ 0xEDB8_8320 } else { value >> 1 });
    }
    !data.iter().fold(!0u32, |sum, byte| table[(sum as u8 ^ byte) as usize] ^ (sum >> 8))
}
