// Taking a verdict elsewhere: a Markdown block, a JSON file.

// The text, its findings and a link that opens it, for an issue or a chat.
export function markdown(text, input, torch, address) {
  const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map((it) => it[0].length + 1)));
  const findings = input.diagnostics.map(
    ({ code, severity, span, message, help }) =>
      `- **${code}** ${severity}, line ${span.line}: ${message}${help ? ` (${help})` : ""}`,
  );
  return [
    `${fence}${input.kind}`,
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
