//! Runs one claim on one stack.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use readpoint_catalog::Claim;
use readpoint_evidence::{Fields, Level, Record, Run, Verdict, hash, misses, needs_other, probe};
use walkdir::WalkDir;

use crate::machine::{PATH, Target};
use crate::plan::Item;
use crate::probe::{How, PRELUDE, Request};
use crate::process::{self, Limits, Outcome, Program};
use crate::report::{self, CANNOT};
use crate::tidy::{self, Names};

/// How claims are run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// This program, which is guard and child too.
    pub program: PathBuf,
    /// The limits of a run; a claim may have a time of its own.
    pub limits: Limits,
    /// Variables that are handed through from the verifier's environment, such as
    /// `LD_LIBRARY_PATH` where the driver's libraries lie in an unusual place.
    pub pass: BTreeMap<String, String>,
    /// Today, for the records.
    pub date: String,
}

/// Characters of `GPU-` and eight digits.
const UUID_BEGINNING: usize = 12;

/// Why there is no observation.
#[derive(Debug)]
struct Cannot(String);

impl From<anyhow::Error> for Cannot {
    fn from(error: anyhow::Error) -> Self {
        Self(format!("{error:#}"))
    }
}

/// Runs a claim; whatever happens becomes a record.
#[must_use]
pub fn run(item: &Item<'_>, settings: &Settings) -> Record {
    let claim = &item.listed.claim;
    let mut record = Record {
        claim: claim.id.clone(),
        hash: hash(claim),
        verdict: Verdict::NotRunnable,
        why: String::new(),
        level: probe::find(&claim.probe).map_or(Level::Cpu, |it| it.level),
        observed: Fields::new(),
        other: Fields::new(),
        date: settings.date.clone(),
        tool: env!("CARGO_PKG_VERSION").to_owned(),
    };
    if let Some(why) = &item.missing {
        record.why.clone_from(why);
        return record;
    }
    match observe(claim, item.target, settings) {
        Ok((this, other)) => judge(&mut record, claim, &this, &other),
        Err(Cannot(why)) => record.why = why,
    }
    record
}

fn judge(record: &mut Record, claim: &Claim, this: &Fields, other: &Fields) {
    let misses = misses(&claim.expect, this, other);
    let refuted = !misses.is_empty();
    record.verdict = match refuted {
        true => Verdict::Refuted,
        false => Verdict::Confirmed,
    };
    record.why = misses.join("; ");
    record.observed = tidy::kept(this, &claim.expect, Run::This, refuted);
    record.other = tidy::kept(other, &claim.expect, Run::Other, false);
}

/// The run with the claim's variables, and the other one where the claim compares.
fn observe(
    claim: &Claim,
    target: &Target,
    settings: &Settings,
) -> Result<(Fields, Fields), Cannot> {
    let this = once(claim, &claim.set, target, settings)?;
    if !needs_other(claim) {
        return Ok((this, Fields::new()));
    }
    let nothing = BTreeMap::new();
    let against = claim.against.as_ref().unwrap_or(&nothing);
    let other = once(claim, against, target, settings)?;
    Ok((this, other))
}

/// One process, in a folder of its own.
fn once(
    claim: &Claim,
    set: &BTreeMap<String, String>,
    target: &Target,
    settings: &Settings,
) -> Result<Fields, Cannot> {
    let home = tempfile::Builder::new().prefix("readpoint-").tempdir();
    let home = home.context("no temporary folder can be made")?;
    let place = Place::new(home.path())?;
    let filled: BTreeMap<_, _> = set
        .iter()
        .map(|(name, value)| (name.clone(), fill(value, &place, target)))
        .collect();
    let request = request(claim, &filled, target, &place);
    let program = program(&request, settings, target, &place)?;
    let mut limits = settings.limits;
    if let Some(seconds) = claim.limit {
        limits.time = Duration::from_secs(seconds.into());
    }
    let outcome = process::run(&settings.program, &program, &place.report, limits)?;
    let told = report::read(&place.report);
    if let Some(why) = told.get(CANNOT).and_then(serde_json::Value::as_str) {
        return Err(Cannot(why.to_owned()));
    }
    let prefix = target
        .python
        .as_ref()
        .and_then(|it| it.path.parent()?.parent());
    let names = Names::new(home.path(), prefix, outcome.pid)?;
    Ok(names.fields(fields(told, &outcome, &place)))
}

/// Folders of one run.
struct Place {
    /// The folder that the run starts in.
    folder: PathBuf,
    /// What HOME and TMPDIR name; not looked at.
    home: PathBuf,
    /// Where probes put copies of libraries. The loader looks for such a folder as the process
    /// starts, so it is there before.
    copies: PathBuf,
    /// Where request and report lie.
    report: PathBuf,
}

impl Place {
    fn new(root: &Path) -> anyhow::Result<Self> {
        let place = Self {
            folder: root.join("run"),
            home: root.join("home"),
            copies: root.join("copies"),
            report: root.join("report.json"),
        };
        for folder in [&place.folder, &place.home, &place.copies] {
            fs::create_dir(folder).context("the run's folder cannot be made")?;
        }
        Ok(place)
    }
}

/// Puts places into a variable's value: `{folder}`, `{copies}`, `{uuid}` for the first GPU, and
/// `{uuid8}` for the beginning of its UUID.
fn fill(value: &str, place: &Place, target: &Target) -> String {
    let value = value.replace("{folder}", &place.folder.display().to_string());
    let value = value.replace("{copies}", &place.copies.display().to_string());
    match target.uuids.first() {
        Some(uuid) => {
            let beginning = uuid.get(..UUID_BEGINNING).unwrap_or(uuid);
            value.replace("{uuid}", uuid).replace("{uuid8}", beginning)
        }
        None => value,
    }
}

fn request(
    claim: &Claim,
    set: &BTreeMap<String, String>,
    target: &Target,
    place: &Place,
) -> Request {
    let python = target.python.as_ref();
    Request {
        probe: claim.probe.clone(),
        parameters: claim.with.clone(),
        set: set.clone(),
        report: place.report.clone(),
        folder: place.folder.clone(),
        copies: place.copies.clone(),
        packages: python.map(|it| it.packages.clone()),
        libraries: python.map(|it| it.libraries.clone()).unwrap_or_default(),
        uuids: target.uuids.clone(),
    }
}

/// The program of the claim's probe, with a clean environment.
fn program(
    request: &Request,
    settings: &Settings,
    target: &Target,
    place: &Place,
) -> Result<Program, Cannot> {
    let missing = || Cannot(format!("this build has no probe `{}`", request.probe));
    let probe = crate::probe::find(&request.probe).ok_or_else(missing)?;
    let asked = place.report.with_file_name("request.json");
    let json = serde_json::to_vec(request).map_err(anyhow::Error::from)?;
    fs::write(&asked, json).context("the request cannot be written")?;
    let asked = asked.display().to_string();
    let (path, arguments) = match &probe.how {
        How::Script(text) => {
            let no_python = || Cannot("there is no Python with torch".to_owned());
            let python = target.python.as_ref().ok_or_else(no_python)?;
            let script = place.report.with_file_name("probe.py");
            let text = format!("{PRELUDE}\n\n{text}\n\nmain()\n");
            fs::write(&script, text).context("the probe cannot be written")?;
            let script = script.display().to_string();
            (python.path.clone(), vec!["-s".to_owned(), script, asked])
        }
        How::Child(_) => (settings.program.clone(), vec!["child".to_owned(), asked]),
        How::Program(start) => start(request)?,
    };
    Ok(Program {
        path,
        arguments,
        environment: environment(request, settings, place),
        folder: place.folder.clone(),
    })
}

/// What every process has, what is handed through, and what the claim sets.
fn environment(request: &Request, settings: &Settings, place: &Place) -> BTreeMap<String, String> {
    let home = place.home.display().to_string();
    let basic = [
        ("PATH", PATH),
        ("HOME", home.as_str()),
        ("TMPDIR", home.as_str()),
        ("LANG", "C.UTF-8"),
    ];
    let mut environment: BTreeMap<_, _> = basic
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
    environment.extend(settings.pass.clone());
    environment.extend(request.set.clone());
    environment
}

/// What the probe told, and what is seen of every run.
fn fields(told: Fields, outcome: &Outcome, place: &Place) -> Fields {
    let mut fields = told;
    let entries = WalkDir::new(&place.folder).sort_by_file_name().into_iter();
    let entries = entries.flatten().filter(|it| !it.file_type().is_dir());
    let mut files = Vec::new();
    let mut bytes = 0;
    for entry in entries {
        bytes += entry.metadata().map_or(0, |it| it.len());
        let path = entry
            .path()
            .strip_prefix(&place.folder)
            .unwrap_or(entry.path());
        files.push(path.display().to_string());
    }
    fields.insert("files".to_owned(), files.into());
    fields.insert("written".to_owned(), bytes.into());
    fields.insert("ended".to_owned(), outcome.ended.clone().into());
    fields.insert("stdout".to_owned(), outcome.stdout.clone().into());
    fields.insert("stderr".to_owned(), outcome.stderr.clone().into());
    fields
}
