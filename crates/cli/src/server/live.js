// Waits for the next build; then reloads the page, or shows what is wrong with the content.
const problems = document.createElement("pre");
problems.setAttribute("role", "alert");
Object.assign(problems.style, {
  position: "fixed", inset: "auto 0 0 0", maxHeight: "60vh", overflow: "auto", margin: "0",
  padding: "1rem", background: "#2b0d0d", color: "#ffe5e0", font: "13px/1.4 ui-monospace, monospace",
  whiteSpace: "pre-wrap", zIndex: "1000",
});

async function next(after) {
  const answer = await fetch(new URL(`next?after=${after}`, import.meta.url));
  return answer.json();
}

function show(text) {
  problems.textContent = text ?? "";
  if (text) document.body.append(problems);
  else problems.remove();
}

let state = await next(0);
show(state.problems);
for (;;) {
  try {
    const later = await next(state.build);
    if (later.build !== state.build) location.reload();
    state = later;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
