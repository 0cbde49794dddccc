// Taking a verdict elsewhere: a Markdown block or link, a file.

// A link in Markdown; its words tell what stands behind it.
export function markdownLink({ kind, torch, counts }, address) {
  const counted = [
    [counts.error, "error"],
    [counts.warning, "warning"],
  ].filter(([n]) => n > 0);
  const words = counted.map(([n, word]) => `${n} ${word}${n === 1 ? "" : "s"}`).join(", ");
  return `[Readpoint: ${kind} text, ${words || "nothing to report"}, judged by torch ${torch}](${address})`;
}

// The text, its findings and a link that opens it, for an issue or a chat.
export function markdown({ text, kind, torch, diagnostics }, address) {
  const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map((it) => it[0].length + 1)));
  const findings = diagnostics.map(
    ({ code, severity, span, message, help }) =>
      `- **${code}** ${severity}, line ${span.line}: ${message}${help ? ` (${help})` : ""}`,
  );
  return [
    `${fence}${kind}`,
    text.replace(/\n$/, ""),
    fence,
    "",
    ...(findings.length > 0 ? findings : ["Nothing to report."]),
    "",
    `Judged by torch ${torch}. [Open in the playground](${address})`,
    "",
  ].join("\n");
}

// Hands a text to the browser as a file.
export function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
