//! Sizes as a reader's browser downloads them.

use std::io::Write;

/// Bytes after Brotli at its best quality, which static hosting uses.
pub(crate) fn brotli(bytes: &[u8]) -> anyhow::Result<usize> {
    let mut out = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut out, 4096, 11, 22);
    writer.write_all(bytes)?;
    drop(writer);
    Ok(out.len())
}
