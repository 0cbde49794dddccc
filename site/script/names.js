// How well a query is a name: of a variable, of a rule, of a key. A few slips are forgiven.

// The score of `query` for `name`, both in upper case: 1000 is the name itself, 0 is none. With
// `slips`, no more are forgiven, and none in a beginning.
export function nameScore(name, query, slips) {
  if (name === query) return 1000;
  if (name.startsWith(query)) return 400 - Math.min(50, name.length - query.length);
  if (name.includes(`_${query}`)) return 200;
  if (query.length > 2 && name.includes(query)) return 100;
  if (query.length < 4) return 0;
  const most = Math.min(slips ?? 3, Math.floor(query.length / 4));
  const whole = distance(query, name, most);
  if (whole <= most) return 300 - 60 * whole;
  if (slips !== undefined) return 0;
  const head = distance(query, name.slice(0, query.length), most);
  return head <= most ? 90 - 20 * head : 0;
}

// Edits between two words, a swap of neighbours counting as one; more than `most` is only "more".
export function distance(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let older = [];
  let old = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      row[j] = Math.min(old[j] + 1, row[j - 1] + 1, old[j - 1] + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(row[j], older[j - 2] + 1);
    }
    if (Math.min(...row) > most) return most + 1;
    older = old;
    old = row;
  }
  return old[b.length];
}
