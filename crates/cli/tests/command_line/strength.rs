//! What goes wrong while a site is written: a full disk, a folder that may not be written, a killed
//! build. The site that was there stays as it was, byte for byte, and the message says the way out.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Every file under a folder, by path.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// A folder with a copy of a small site's content, and room for what is built from it.
struct Place {
    held: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let held = tempfile::tempdir().expect("a temporary folder");
        copy(
            &sites().join("good/content"),
            &held.path().join("root/content"),
        );
        fs::create_dir(held.path().join("published")).expect("the folder was made above");
        Self { held }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.held.path().join(name)
    }

    /// The command that builds the site into `out`.
    fn build(&self, out: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_readpoint"));
        command.args(["build", "--wasm", "none", "--root"]);
        command
            .arg(self.path("root"))
            .arg("--site")
            .arg(sites().join("_site"));
        command.arg("--out").arg(out);
        command
    }

    /// The same site under another path: every page differs, so nothing of the old one is kept.
    fn build_elsewhere(&self, out: &Path) -> Command {
        let mut command = self.build(out);
        command.args(["--base", "/elsewhere/"]);
        command
    }

    /// Changes a page, so that the next build has something to write.
    fn change(&self, text: &str) {
        let page = self.path("root/content/guides/start.md");
        let front = "+++\ntitle = \"Start\"\nsummary = \"Where to begin.\"\norder = 1\n+++\n";
        fs::write(page, format!("{front}{text}\n")).expect("the copy can be written");
    }
}

fn sites() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/sites")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("the folder is there").flatten() {
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).expect("a file can be copied")),
        }
    }
}

fn files(folder: &Path) -> Files {
    let mut files = Files::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for path in fs::read_dir(&next)
            .into_iter()
            .flatten()
            .flatten()
            .map(|it| it.path())
        {
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).unwrap_or(&path).to_owned();
            files.insert(name, fs::read(path).unwrap_or_default());
        }
    }
    files
}

fn run(command: &mut Command) -> Output {
    command
        .output()
        .expect("the program was built for this test")
}

fn built(command: &mut Command) {
    let output = run(command);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
}

/// Fails with status 2, and says `path` and each of `words`.
fn fails(command: &mut Command, path: &Path, words: &[&str]) {
    let output = run(command);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    for word in words.iter().copied().chain(path.to_str()) {
        assert!(said.contains(word), "`{word}` is not said:\n{said}");
    }
}

/// Names beside a site: what killed or failed builds have left.
fn beside(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is there").flatten();
    let names = entries.map(|it| it.file_name().to_string_lossy().into_owned());
    names.filter(|it| it != "site").collect()
}

/// A file system of its own, unmounted in the end; none where this user may not mount.
struct Mount(PathBuf);

impl Mount {
    #[allow(clippy::print_stderr, reason = "a skipped test says so")]
    fn new(at: &Path, options: &str) -> Option<Self> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(at);
        let mounted = mount
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|it| it.success());
        if !mounted {
            eprintln!("no file system of its own: this user may not mount one");
        }
        mounted.then(|| Self(at.to_owned()))
    }

    fn again(&self, options: &str) {
        let mut mount = Command::new("mount");
        mount.args(["-o", options]).arg(&self.0);
        assert!(
            mount.status().is_ok_and(|it| it.success()),
            "it was mounted before"
        );
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        // Lazily: a killed build may still be ending.
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_leaves_the_old_site() {
    let place = Place::new();
    let folder = place.path("published");
    let Some(mount) = Mount::new(&folder, "size=16m") else {
        return a_limit_leaves_the_old_site(&place);
    };
    let out = folder.join("site");
    built(&mut place.build(&out));
    let before = files(&out);
    let used: usize = before
        .values()
        .map(|it| it.len().div_ceil(4096) * 4096)
        .sum();
    mount.again(&format!("remount,size={}k", used / 1024 + used / 8192));
    let words = [
        "No space left on device",
        "is unchanged",
        "make room there",
        "--out",
    ];
    fails(&mut place.build_elsewhere(&out), &out, &words);
    assert_eq!(files(&out), before);
    assert_eq!(beside(&folder), Vec::<String>::new());
    mount.again("remount,size=16m");
    built(&mut place.build_elsewhere(&out));
    assert_ne!(files(&out), before);
    assert_eq!(beside(&folder), Vec::<String>::new());
}

/// Without a file system of its own: no file may be longer than a block.
fn a_limit_leaves_the_old_site(place: &Place) {
    let (folder, out) = (place.path("published"), place.path("published/site"));
    built(&mut place.build(&out));
    let before = files(&out);
    let build = place.build_elsewhere(&out);
    let mut limited = Command::new("sh");
    limited.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\""]);
    limited.arg(build.get_program()).args(build.get_args());
    fails(&mut limited, &out, &["File too large", "is unchanged"]);
    assert_eq!(files(&out), before);
    assert_eq!(beside(&folder), Vec::<String>::new());
}

#[test]
fn a_file_that_may_not_grow_leaves_the_old_site() {
    a_limit_leaves_the_old_site(&Place::new());
}

#[test]
fn a_folder_that_may_not_be_written_is_named() {
    let place = Place::new();
    let folder = place.path("published");
    let Some(mount) = Mount::new(&folder, "size=16m") else {
        return;
    };
    let out = folder.join("site");
    built(&mut place.build(&out));
    let before = files(&out);
    mount.again("remount,ro");
    let words = [
        "Read-only file system",
        "is unchanged",
        "name a folder that may be written",
    ];
    fails(&mut place.build_elsewhere(&out), &out, &words);
    assert_eq!(files(&out), before);
}

#[test]
fn what_is_no_folder_of_a_site_is_named() {
    let place = Place::new();
    let file = place.path("a-file");
    fs::write(&file, "mine").expect("a temporary folder can be written");
    let below = file.join("site");
    fails(
        &mut place.build(&below),
        &below,
        &["a part of this path is a file", "--out"],
    );
    fails(
        &mut place.build(&file),
        &file,
        &["something else than a site"],
    );
    let other = place.path("other");
    fs::create_dir(&other).expect("a temporary folder can be written");
    fs::write(other.join("thesis.txt"), "mine").expect("a temporary folder can be written");
    fails(
        &mut place.build(&other),
        &other,
        &["something else than a site"],
    );
    assert_eq!(files(&other).len(), 1);
    assert_eq!(fs::read_to_string(file).ok().as_deref(), Some("mine"));
}

#[test]
fn an_input_folder_that_is_gone_is_named() {
    let place = Place::new();
    let out = place.path("published/site");
    built(&mut place.build(&out));
    let before = files(&out);
    let team = place.path("team");
    let mut build = place.build(&out);
    fails(
        build.arg("--content").arg(&team),
        &team,
        &["there is no folder", "readpoint init"],
    );
    let root = place.path("root");
    fs::remove_dir_all(&root).expect("the copy can be removed");
    fails(
        &mut place.build(&out),
        &root,
        &["holds neither content/ nor site/"],
    );
    assert_eq!(files(&out), before);
}

#[test]
fn builds_at_once_leave_one_whole_site() {
    let place = Place::new();
    let (folder, out) = (place.path("published"), place.path("published/site"));
    built(&mut place.build(&out));
    let alone = files(&out);
    let start = |_| {
        let mut build = place.build(&out);
        build
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program was built")
    };
    let children: Vec<Child> = (0..6).map(start).collect();
    for child in children {
        let output = child.wait_with_output().expect("it was started");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{said}");
    }
    assert_eq!(files(&out), alone);
    built(&mut place.build(&out));
    assert_eq!(beside(&folder), Vec::<String>::new());
}

/// Killed as each step begins, and again and again while files are written.
#[test]
fn a_killed_build_changes_nothing() {
    let place = Place::new();
    let (folder, out) = (place.path("published"), place.path("published/site"));
    built(&mut place.build(&out));
    let before = files(&out);
    place.change("Other words.");
    built(&mut place.build(&place.path("elsewhere")));
    let after = files(&place.path("elsewhere"));
    assert_ne!(after, before);
    let steps = [
        "reading content",
        "rendering text",
        "filling templates",
        "checking links",
    ];
    // On a busy machine the build can be done before the kill comes.
    let whole = || [&before, &after].contains(&&files(&out));
    for step in steps {
        killed(&mut place.build(&out), step, Duration::ZERO);
        assert!(whole(), "half a site, killed at: {step}");
    }
    let mut half = 0;
    for delay in 0..8 {
        killed(
            &mut place.build(&out),
            "writing files",
            Duration::from_millis(delay),
        );
        assert!(whole(), "half a site, {delay}");
        half += usize::from(!beside(&folder).is_empty());
    }
    built(&mut place.build(&out));
    assert_eq!(files(&out), after);
    assert_eq!(
        beside(&folder),
        Vec::<String>::new(),
        "after {half} half builds"
    );
}

/// Starts a build and kills it a moment after it says that a step begins.
fn killed(build: &mut Command, step: &str, delay: Duration) {
    let mut child = build
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built");
    let lines = child.stderr.take().map(BufReader::new);
    let mut lines = lines
        .into_iter()
        .flat_map(BufRead::lines)
        .map_while(Result::ok);
    assert!(lines.any(|line| line.contains(step)), "{step} is not said");
    let started = Instant::now();
    while started.elapsed() < delay {
        std::hint::spin_loop();
    }
    child.kill().expect("our own child");
    child.wait().expect("it was started");
}

/// Ends a server with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn get(address: &str) -> String {
    let mut stream = std::net::TcpStream::connect(address).expect("the server listens");
    let request = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    std::io::Write::write_all(&mut stream, request.as_bytes()).expect("a request is short");
    let mut answer = String::new();
    stream
        .read_to_string(&mut answer)
        .expect("the home page is text");
    answer
}

/// A server whose folder goes away keeps showing what it has, and says what is wrong.
#[test]
fn a_server_outlives_its_folder() {
    let place = Place::new();
    let mut serve = Command::new(env!("CARGO_BIN_EXE_readpoint"));
    serve
        .args(["serve", "--port", "0", "--wasm", "none", "--root"])
        .arg(place.path("root"));
    serve.arg("--site").arg(sites().join("_site"));
    serve.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut server = Server(serve.spawn().expect("the program was built"));
    let mut line = String::new();
    let said = server.0.stdout.take().expect("piped above");
    BufReader::new(said)
        .read_line(&mut line)
        .expect("it says its address");
    let address = line
        .split("http://")
        .nth(1)
        .and_then(|it| it.split('/').next());
    let address = address.expect("an address").to_owned();
    let errors = BufReader::new(server.0.stderr.take().expect("piped above"));
    let mut errors = errors.lines().map_while(Result::ok);
    assert!(errors.any(|line| line.contains("built ")));
    assert!(get(&address).starts_with("HTTP/1.1 200"));
    fs::remove_dir_all(place.path("root/content")).expect("our own folder");
    assert!(
        errors.any(|line| line.contains("cannot be read")),
        "nothing is said"
    );
    assert!(
        get(&address).starts_with("HTTP/1.1 200"),
        "the last site is gone"
    );
    assert!(
        server.0.try_wait().expect("our own child").is_none(),
        "the server has ended"
    );
}
