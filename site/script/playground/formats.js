// An environment in the forms that other places take. A value that is not known is left out, and
// said in a comment where the form has comments. `{text, left}`: `left` counts those.

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

function quoted(value) {
  return PLAIN.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

// A YAML text that no reader takes for a number, a switch or a list.
const yaml = (value) =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

// Bare where every reader of such files takes it letter for letter; else in quotes, which
// `docker run --env-file` would keep.
function dotenv(value) {
  if (/^[^\s"'`#$\\]*$/.test(value)) return value;
  if (!/['\n\r]/.test(value)) return `'${value}'`;
  const escaped = value
    .replace(/[\\"$`]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r");
  return `"${escaped}"`;
}

function written(environment, line, unknown) {
  const entries = Object.entries(environment).filter(([name]) => NAME.test(name));
  const known = entries.filter(([, value]) => value !== null);
  const lines = entries.map(([name, value]) => (value === null ? unknown(name) : line(name, value))).filter(Boolean);
  return { lines: known.length > 0 ? lines : [], left: entries.length - known.length };
}

const comment = (name) => `# ${name}: not known before the text runs`;
const text = ({ lines, left }, glue = "\n", end = "\n") => ({
  text: lines.length > 0 ? lines.join(glue) + end : "",
  left,
});

export const FORMATS = {
  shell: (it) => text(written(it, (name, value) => `export ${name}=${quoted(value)}`, comment)),
  envfile: (it) => text(written(it, (name, value) => `${name}=${dotenv(value)}`, comment)),
  docker: (it) =>
    text(
      written(
        it,
        (name, value) => `-e ${name}=${quoted(value)}`,
        () => null,
      ),
      " \\\n",
      "",
    ),
  kubernetes: (it) => {
    const { lines, left } = written(
      it,
      (name, value) => `  - name: ${name}\n    value: ${yaml(value)}`,
      (name) => `  ${comment(name)}`,
    );
    return text({ lines: lines.length > 0 ? ["env:", ...lines] : [], left });
  },
};
