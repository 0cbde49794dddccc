//! The files of `deploy/` at work: nginx and Caddy show a small site under a path and at the root,
//! and say of every file what `readpoint serve` would say. A server that is not installed is left
//! out with a line that says so.

use std::fs;
use std::path::Path;

use camino::{Utf8Path, Utf8PathBuf};
use readpoint_content::render;
use readpoint_generator::{Base, Options, build, serving};
use readpoint_tests::hosting::{BASE, Host, Web};
use readpoint_tests::http::{Answer, ask};
use readpoint_tests::needs;
use walkdir::WalkDir;

/// Addresses below the base that lead nowhere, and must not lead out of the folder.
const NOWHERE: [&str; 14] = [
    "nothing/",
    "nothing",
    "nothing.0123456789abcdef.css",
    "style/",
    "variables/nccl_Debug/",
    "../../etc/passwd",
    "%2e%2e/%2e%2e/etc/passwd",
    "script/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "..%2f..%2f..%2fetc%2fpasswd",
    "..%5c..%5cetc%5cpasswd",
    "//etc/passwd",
    "%00",
    "index.html%00.txt",
    ".git/config",
];

/// A published folder and a server that shows it.
struct Hosted {
    _held: tempfile::TempDir,
    out: Utf8PathBuf,
    base: &'static str,
    host: Host,
}

impl Hosted {
    fn new(web: Web, base: &'static str) -> anyhow::Result<Self> {
        let held = tempfile::tempdir()?;
        let out = Utf8PathBuf::try_from(held.path().join("site"))?;
        let sites = Utf8Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/sites"));
        let options = Options {
            content: vec![sites.join("good/content")],
            site: sites.join("_site"),
            engine: None,
            out: out.clone(),
            base: Base::parse(base),
            origin: None,
            keep_going: false,
            precompress: true,
        };
        build(&options, &|_| ()).map_err(|it| anyhow::anyhow!(render(&it, false)))?;
        Ok(Self {
            host: web.start(out.as_std_path(), base)?,
            _held: held,
            out,
            base,
        })
    }

    fn ask(&self, method: &str, path: &str, headers: &[&str]) -> Answer {
        ask(
            &self.host.address,
            method,
            &format!("{}{path}", self.base),
            headers,
        )
    }

    fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[])
    }

    /// The files that have an address of their own, without the packed ones.
    fn files(&self) -> anyhow::Result<Vec<String>> {
        let mut files = Vec::new();
        for entry in WalkDir::new(&self.out) {
            let entry = entry?;
            let path = Utf8Path::from_path(entry.path()).expect("a build writes UTF-8");
            let packed = matches!(path.extension(), Some("br" | "gz"));
            if entry.file_type().is_file() && !packed {
                files.push(path.strip_prefix(&self.out)?.to_string());
            }
        }
        Ok(files)
    }
}

/// Runs a test with each server that is there, under a path and at the root.
fn everywhere(test: impl Fn(&Hosted, Web) -> anyhow::Result<()>) -> anyhow::Result<()> {
    for web in Web::ALL {
        let there = web.is_there().then_some(web);
        let Some(web) = needs::or_skip(there, &format!("{web:?}")) else {
            continue;
        };
        for base in [BASE, "/"] {
            test(&Hosted::new(web, base)?, web)?;
        }
    }
    Ok(())
}

/// The headers that every answer carries.
fn guarded(answer: &Answer, what: &str) {
    for (name, value) in serving::guards() {
        assert_eq!(answer.header(name), value, "{name} of {what}");
    }
}

#[test]
fn every_file_comes_as_serve_would_send_it() -> anyhow::Result<()> {
    everywhere(|hosted, web| {
        let (mut packed, mut fixed) = (0, 0);
        for path in hosted.files()? {
            let what = format!("{path} by {web:?} under {}", hosted.base);
            let bytes = fs::read(hosted.out.join(&path))?;
            let answer = hosted.get(&path);
            assert_eq!(answer.status, 200, "{what}");
            assert_eq!(
                answer.header("content-type"),
                serving::kind(&path),
                "{what}"
            );
            let kept = serving::kept(Some(&path));
            assert_eq!(answer.header("cache-control"), kept, "{what}");
            guarded(&answer, &what);
            assert!(answer.body == bytes, "other bytes: {what}");
            fixed += usize::from(kept.contains("immutable"));
            packed += usize::from(is_packed(hosted, &path, &what)?);
        }
        assert!(
            packed > 10 && fixed > 3,
            "{packed} packed, {fixed} kept for good"
        );
        Ok(())
    })
}

/// Asks for a file as browsers do; gives whether it is there packed.
fn is_packed(hosted: &Hosted, path: &str, what: &str) -> anyhow::Result<bool> {
    let there = hosted.out.join(format!("{path}.gz")).exists();
    let best = hosted.host.packings[0];
    for (accepted, wanted) in [
        ("gzip, deflate, br", best),
        ("gzip", "gzip"),
        ("identity", ""),
    ] {
        let answer = hosted.ask("GET", path, &[&format!("Accept-Encoding: {accepted}")]);
        let wanted = if there { wanted } else { "" };
        assert_eq!(
            answer.header("content-encoding"),
            wanted,
            "{what}, {accepted}"
        );
        let ending = match wanted {
            "br" => ".br",
            "gzip" => ".gz",
            _ => "",
        };
        let bytes = fs::read(hosted.out.join(format!("{path}{ending}")))?;
        assert!(answer.body == bytes, "other bytes: {what}, {accepted}");
        assert_eq!(answer.header("content-type"), serving::kind(path), "{what}");
        let varies = answer
            .header("vary")
            .eq_ignore_ascii_case("accept-encoding");
        assert!(varies || ending.is_empty(), "{what}, {accepted}: no Vary");
    }
    Ok(there)
}

#[test]
fn pages_have_addresses_without_a_file_name() -> anyhow::Result<()> {
    everywhere(|hosted, web| {
        let home = hosted.get("");
        assert_eq!(home.status, 200);
        assert!(home.body == fs::read(hosted.out.join("index.html"))?);
        let page = hosted.get("recipes/hang/");
        assert!(page.body == fs::read(hosted.out.join("recipes/hang/index.html"))?);
        let on = hosted.get("recipes/hang");
        assert!(matches!(on.status, 301 | 308), "{web:?}: {}", on.status);
        assert_eq!(
            on.header("location"),
            format!("{}recipes/hang/", hosted.base)
        );
        guarded(&on, "an address without its slash");
        if hosted.base != "/" {
            let below = ask(&hosted.host.address, "GET", BASE.trim_end_matches('/'), &[]);
            assert_eq!((below.status, below.header("location")), (308, BASE));
            assert_eq!(ask(&hosted.host.address, "GET", "/", &[]).status, 404);
        }
        Ok(())
    })
}

#[test]
fn copies_and_parts() -> anyhow::Result<()> {
    everywhere(|hosted, web| {
        let whole = hosted.get("catalog.json");
        for name in ["if-none-match: ", "if-none-match: W/"] {
            let known = format!("{name}{}", whole.header("etag"));
            let again = hosted.ask("GET", "catalog.json", &[&known]);
            assert_eq!(
                (again.status, again.body.len()),
                (304, 0),
                "{web:?} {known}"
            );
        }
        let part = hosted.ask("GET", "catalog.json", &["Range: bytes=2-5"]);
        assert_eq!(
            (part.status, &part.body[..]),
            (206, &whole.body[2..6]),
            "{web:?}"
        );
        let range = format!("bytes 2-5/{}", whole.body.len());
        assert_eq!(part.header("content-range"), range);
        let beyond = hosted.ask("GET", "catalog.json", &["Range: bytes=99999999-"]);
        assert_eq!(beyond.status, 416, "{web:?}");
        let head = hosted.ask("HEAD", "catalog.json", &[]);
        assert_eq!((head.status, head.body.len()), (200, 0), "{web:?}");
        for method in ["POST", "PUT", "DELETE"] {
            let refused = hosted.ask(method, "", &["Content-Length: 0"]);
            assert_eq!(refused.status, 405, "{web:?} {method}");
            guarded(&refused, method);
        }
        Ok(())
    })
}

#[test]
fn what_is_not_there_leads_to_the_page_that_says_so() -> anyhow::Result<()> {
    everywhere(|hosted, web| {
        let missing = fs::read(hosted.out.join("404.html"))?;
        for path in NOWHERE {
            let answer = hosted.get(path);
            let refused = matches!(answer.status, 400 | 404);
            assert!(refused, "{web:?} {path}: {}", answer.status);
            let text = String::from_utf8_lossy(&answer.body);
            assert!(!text.contains("root:"), "{web:?} {path}");
            assert!(!text.contains("Index of"), "{web:?} {path} is listed");
            if !path.contains(['.', '%']) || path.ends_with(".css") {
                assert_eq!(answer.status, 404, "{web:?} {path}");
                assert!(answer.body == missing, "{web:?} {path}: another page");
                assert_eq!(answer.header("content-type"), serving::kind("404.html"));
                assert_eq!(answer.header("cache-control"), serving::kept(None));
                guarded(&answer, path);
            }
        }
        Ok(())
    })
}

/// A build writes no symbolic link. One that somebody puts there is not followed by nginx; Caddy
/// has no such setting, and `deploy/README.md` says so.
#[cfg(unix)]
#[test]
fn nginx_follows_no_symbolic_link() -> anyhow::Result<()> {
    everywhere(|hosted, web| {
        assert!(!hosted.files()?.is_empty());
        let mut links = WalkDir::new(&hosted.out).into_iter().flatten();
        assert!(
            !links.any(|it| it.path_is_symlink()),
            "a build wrote a link"
        );
        std::os::unix::fs::symlink("/etc/passwd", hosted.out.join("file.txt"))?;
        std::os::unix::fs::symlink("/etc", hosted.out.join("folder"))?;
        for path in ["file.txt", "folder/passwd"] {
            let answer = hosted.get(path);
            let expected = if web == Web::Nginx { 404 } else { 200 };
            assert_eq!(answer.status, expected, "{web:?} {path}");
        }
        Ok(())
    })
}

/// A new build is there at the next request: the folder is exchanged, and the servers open it anew.
#[test]
fn a_new_build_is_shown_at_once() -> anyhow::Result<()> {
    everywhere(|hosted, web| {
        let fresh = hosted.out.with_file_name("fresh");
        fs::create_dir(&fresh)?;
        fs::write(fresh.join("index.html"), "another site")?;
        fs::rename(&hosted.out, hosted.out.with_file_name("old"))?;
        fs::rename(&fresh, &hosted.out)?;
        assert_eq!(hosted.get("").body, b"another site", "{web:?}");
        assert_eq!(hosted.get("catalog.json").status, 404, "{web:?}");
        Ok(())
    })
}

/// The lines of a file of `deploy/` in lower case, with one blank where there are several.
fn lines(file: &str) -> anyhow::Result<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../deploy")
        .join(file);
    let text = fs::read_to_string(path)?.to_lowercase();
    let plain = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(text.lines().map(plain).collect())
}

/// What `serve` says stands in the files of each server too; here they are held together, also
/// where no server is installed.
#[test]
fn the_files_say_what_serve_says() -> anyhow::Result<()> {
    let (nginx, caddy) = (
        lines("nginx/snippets/readpoint.conf")?,
        lines("caddy/site.caddy")?,
    );
    let block = caddy.iter().skip_while(|it| *it != "header {").skip(1);
    let mut caddy: Vec<_> = block.take_while(|it| *it != "-server").cloned().collect();
    let mut nginx: Vec<_> = nginx
        .into_iter()
        .filter(|it| it.starts_with("add_header"))
        .collect();
    nginx.retain(|it| it != "add_header cache-control $readpoint_cache always;");
    let mut said: Vec<_> = serving::guards()
        .map(|(name, value)| format!("{name} \"{value}\"").to_lowercase())
        .collect();
    said.sort();
    caddy.sort();
    assert_eq!(caddy, said);
    nginx.sort();
    let nginx_says = |it: &String| format!("add_header {it} always;");
    assert_eq!(nginx, said.iter().map(nginx_says).collect::<Vec<_>>());
    Ok(())
}
