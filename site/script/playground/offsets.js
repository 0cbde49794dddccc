// Byte offsets into UTF-8 text, as the validator gives them, to offsets into a JavaScript string.

// Bytes that the code unit at `at` starts, and the code units it takes. A lone surrogate is
// encoded as U+FFFD, which has three bytes.
function width(text, at) {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return [1, 1];
  if (unit < 0x800) return [2, 1];
  const high = unit >= 0xd800 && unit < 0xdc00;
  const low = text.charCodeAt(at + 1);
  return high && low >= 0xdc00 && low < 0xe000 ? [4, 2] : [3, 1];
}

// Maps each byte offset to its offset in code units. One walk over the text, however many.
export function codeUnits(text, byteOffsets) {
  const wanted = [...new Set(byteOffsets)].sort((a, b) => a - b);
  const found = new Map();
  let bytes = 0;
  let units = 0;
  for (const offset of wanted) {
    while (bytes < offset && units < text.length) {
      const [ofBytes, ofUnits] = width(text, units);
      bytes += ofBytes;
      units += ofUnits;
    }
    found.set(offset, units);
  }
  return found;
}

// The findings and programs of a report, with every span and edit in code units.
export function inCodeUnits(text, { diagnostics, programs }) {
  const spans = programs.map((it) => it.span).filter(Boolean);
  const places = [...diagnostics.flatMap((it) => [it.span, ...it.edits]), ...spans];
  const at = codeUnits(
    text,
    places.flatMap((it) => [it.start, it.end]),
  );
  const move = (it) => it && { ...it, start: at.get(it.start), end: at.get(it.end) };
  return {
    diagnostics: diagnostics.map((it) => ({ ...it, span: move(it.span), edits: it.edits.map(move) })),
    programs: programs.map((it) => ({ ...it, span: move(it.span) })),
  };
}
