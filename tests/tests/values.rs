//! Runs `values/*.txt`: what each grammar says about a value. With `UPDATE=1` the
//! expectations are rewritten instead; read the diff.

use readpoint_catalog::Version;
use readpoint_tests::content::catalog;
use readpoint_tests::values;

/// The settings in force at a line of a case file.
struct Settings {
    grammar: String,
    options: String,
    name: String,
    torch: Version,
    /// The variable of the catalogue whose grammar, options and words are asked, if one is named.
    page: Option<String>,
}

impl Settings {
    fn new() -> Self {
        Self {
            grammar: String::new(),
            options: "{}".to_owned(),
            name: "NAME".to_owned(),
            torch: Version::new(2, 15, 0),
            page: None,
        }
    }

    fn change(&mut self, key: &str, value: &str) -> anyhow::Result<()> {
        match key {
            "grammar" => {
                value.clone_into(&mut self.grammar);
                self.page = None;
            }
            "options" => value.clone_into(&mut self.options),
            "name" => value.clone_into(&mut self.name),
            "page" => self.page = Some(value.to_owned()),
            "torch" => self.torch = value.parse().map_err(|error| anyhow::anyhow!("{error}"))?,
            _ => anyhow::bail!("unknown setting `{key}`"),
        }
        Ok(())
    }
}

/// Runs one case; gives the line as it should read, and faults of form.
fn run(line: &str, settings: &Settings) -> anyhow::Result<(String, Vec<String>)> {
    let (left, _) = line.split_once("->").unwrap_or((line, ""));
    let left = left.trim();
    let complete = !left.starts_with('~');
    let quoted = left.trim_start_matches('~');
    let end = quoted.rfind('"').map_or(quoted.len(), |at| at + 1);
    let value: String = serde_json::from_str(&quoted[..end])?;
    let torch = match quoted[end..].trim().strip_prefix('@') {
        Some(version) => version
            .parse()
            .map_err(|error| anyhow::anyhow!("{error}"))?,
        None => settings.torch,
    };
    let variable = match &settings.page {
        Some(name) => catalog()
            .variables
            .get(name)
            .cloned()
            .ok_or_else(|| anyhow::anyhow!("no page `{name}`"))?,
        None => values::variable(&settings.name, &settings.grammar, &settings.options),
    };
    let reading = values::read(&variable, &value, torch, complete);
    let defects = match complete {
        true => values::defects(&variable, &value, torch, &reading),
        false => Vec::new(),
    };
    Ok((format!("{left} -> {}", values::outcome(&reading)), defects))
}

/// Runs a file; gives its text with today's outcomes, and what is wrong.
fn run_file(text: &str) -> anyhow::Result<(String, Vec<String>)> {
    let mut settings = Settings::new();
    let (mut lines, mut wrong) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let is_case = line.starts_with(['"', '~']);
        if !is_case {
            if let Some((key, value)) = line.split_once(" = ").filter(|_| !line.starts_with('#')) {
                settings.change(key.trim(), value.trim())?;
            }
            lines.push(line.to_owned());
            continue;
        }
        let (now, defects) = run(line, &settings)?;
        if now != line {
            wrong.push(format!("expected {line}\n     got {now}"));
        }
        wrong.extend(
            defects
                .into_iter()
                .map(|defect| format!("{line}: {defect}")),
        );
        lines.push(now);
    }
    Ok((lines.join("\n") + "\n", wrong))
}

#[test]
fn cases() -> anyhow::Result<()> {
    let folder = camino::Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("values");
    let update = std::env::var_os("UPDATE").is_some();
    let (mut wrong, mut files) = (Vec::new(), 0);
    for entry in folder.read_dir_utf8()? {
        let path = entry?.into_path();
        if path.extension() != Some("txt") {
            continue;
        }
        files += 1;
        let (now, faults) = run_file(&std::fs::read_to_string(&path)?)?;
        if update {
            std::fs::write(&path, now)?;
        }
        wrong.extend(
            faults
                .into_iter()
                .map(|fault| format!("{}: {fault}", path.file_name().unwrap_or(""))),
        );
    }
    assert!(files > 0, "no case files in {folder}");
    assert!(wrong.is_empty() || update, "{}", wrong.join("\n"));
    Ok(())
}
