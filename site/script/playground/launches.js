// The programs that a text starts, as the page shows them.

// More than this helps nobody.
const MOST = 20;

// Launches that follow each other with equal environments folded, and what a later command
// inherits: `{command, environment, span, times}`, `command` null for the latter. The last launch
// says with `more` how many others there are.
export function programs({ launches, exported }) {
  const folded = [];
  let last = "";
  for (const launch of launches) {
    const key = JSON.stringify([launch.command, launch.environment]);
    if (key === last) folded.at(-1).times += 1;
    else folded.push({ ...launch, times: 1 });
    last = key;
  }
  const kept = folded.slice(0, MOST);
  if (folded.length > MOST) kept.at(-1).more = folded.length - MOST;
  if (Object.keys(exported).length > 0) kept.push({ command: null, environment: exported, times: 1 });
  return kept;
}
