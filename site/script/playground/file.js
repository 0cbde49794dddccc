// Files that are opened or dropped, as text: UTF-8, or UTF-16 with its mark as PowerShell writes it.

import { t } from "../words.js";

// What a file may have; the command line takes more.
const MOST_BYTES = 4 * 1024 * 1024;
// An environment as `/proc/PID/environ` holds it: entries that end in NUL.
const ENVIRON = /^(?:[A-Za-z_][^=\0]*=[^\0]*\0)+$/;

// `{text, note}` where the file is a text, else `{failure}`.
export async function readText(file) {
  const name = file.name;
  if (file.size > MOST_BYTES) {
    return { failure: t("{name} is too large for this page; the command line takes it.", { name }) };
  }
  let bytes;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { failure: t("{name} cannot be read; is it a folder?", { name }) };
  }
  const wide = utf16(bytes);
  if (wide) return { text: wide, note: t("{name} is UTF-16; it is shown as text.", { name }) };
  return fromUtf8(name, bytes);
}

function utf16(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return null;
}

function fromUtf8(name, bytes) {
  const text = new TextDecoder().decode(bytes);
  const nul = bytes.indexOf(0);
  if (nul >= 0 && ENVIRON.test(text)) {
    const lines = text.replaceAll("\0", "\n");
    return { text: lines, note: t("{name} is the environment of a process; each entry is shown on a line.", { name }) };
  }
  if (nul >= 0) {
    return {
      failure: t("{name} is no text: byte {n} is NUL. Open a script, a manifest or an environment file.", {
        name,
        n: nul + 1,
      }),
    };
  }
  const broken = text.includes("\ufffd");
  const note = broken ? t("{name} is not all UTF-8; what could not be read is shown as \ufffd.", { name }) : "";
  return { text, note };
}
