//! nginx and Caddy for a folder with a site, set up by the files of `deploy/`: nothing is changed in
//! them but the folder and where they listen.

use std::io;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The path that `deploy/` and its tests put the site under.
pub const BASE: &str = "/docs/readpoint/";

/// The folder that the files of `deploy/` name.
const PUBLISHED: &str = "/srv/readpoint";

/// Where Debian puts the module for `brotli.conf`.
const BROTLI: &str = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so";

/// What the system's own file says around ours.
const NGINX: &str = "MODULE\npid FOLDER/pid;\nerror_log FOLDER/errors;\ndaemon off;\nmaster_process off;\n\
    events {}\nhttp {\naccess_log FOLDER/requests;\nclient_body_temp_path FOLDER/body;\n\
    proxy_temp_path FOLDER/proxy;\nfastcgi_temp_path FOLDER/fastcgi;\nuwsgi_temp_path FOLDER/uwsgi;\n\
    scgi_temp_path FOLDER/scgi;\ninclude FOLDER/conf.d/*.conf;\n}\n";
const CADDY: &str =
    "{\n\tadmin off\n\tauto_https off\n\tdefault_bind 127.0.0.1\n}\nimport server.caddy\n";

/// A web server that `deploy/` has files for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Web {
    /// nginx.
    Nginx,
    /// Caddy.
    Caddy,
}

/// A running web server; it ends with the value.
#[derive(Debug)]
pub struct Host {
    process: Child,
    folder: tempfile::TempDir,
    /// Host and port.
    pub address: String,
    /// The packing that it can hand out, the better one first.
    pub packings: &'static [&'static str],
}

impl Web {
    /// Every one.
    pub const ALL: [Self; 2] = [Self::Nginx, Self::Caddy];

    /// Whether it is installed.
    #[must_use]
    pub fn is_there(self) -> bool {
        let (program, argument) = match self {
            Self::Nginx => ("nginx", "-v"),
            Self::Caddy => ("caddy", "version"),
        };
        let run = Command::new(program).arg(argument).output();
        run.is_ok_and(|output| output.status.success())
    }

    /// Shows the folder `site` under `base`: [`BASE`], or `/`.
    ///
    /// # Errors
    ///
    /// Where the server does not start, or the files of `deploy/` are not what they were.
    pub fn start(self, site: &Path, base: &str) -> io::Result<Host> {
        let folder = tempfile::tempdir()?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let address = format!("127.0.0.1:{port}");
        let (command, packings) = match self {
            Self::Nginx => nginx(folder.path(), site, base, &address)?,
            Self::Caddy => caddy(folder.path(), site, base, &address)?,
        };
        let mut host = Host {
            process: started(command, folder.path())?,
            folder,
            address,
            packings,
        };
        host.listens()?;
        Ok(host)
    }
}

impl Host {
    /// What was asked for so far, with the status of each answer; nginx alone keeps it.
    #[must_use]
    pub fn requests(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("requests")).unwrap_or_default()
    }

    fn listens(&mut self) -> io::Result<()> {
        while TcpStream::connect(&self.address).is_err() {
            if let Some(status) = self.process.try_wait()? {
                let said = std::fs::read_to_string(self.folder.path().join("said"))?;
                return Err(io::Error::other(format!("{status}: {said}")));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // Already ended is as good as ended now.
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

/// The folder with the files that readers copy.
fn deploy() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy")
}

/// Copies a file with other words in the place of some; each must be there.
fn copy(from: &str, to: &Path, words: &[(&str, &str)]) -> io::Result<()> {
    let mut text = std::fs::read_to_string(deploy().join(from))?;
    for (word, other) in words {
        if !text.contains(word) {
            return Err(io::Error::other(format!("{from} does not say {word}")));
        }
        text = text.replace(word, other);
    }
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(to, text)
}

fn nginx(
    folder: &Path,
    site: &Path,
    base: &str,
    address: &str,
) -> io::Result<(Command, &'static [&'static str])> {
    let listen = format!("listen {address};");
    let (own, shown) = (folder.display().to_string(), site.display().to_string());
    let words = [(PUBLISHED, &*shown), ("listen 8080;", &*listen)];
    let server = match base {
        "/" => "nginx/at-the-root.conf",
        _ => "nginx/conf.d/readpoint.conf",
    };
    copy(server, &folder.join("conf.d/readpoint.conf"), &words)?;
    for file in ["conf.d/readpoint-cache.conf", "snippets/readpoint.conf"] {
        copy(&format!("nginx/{file}"), &folder.join(file), &[])?;
    }
    let has_brotli = Path::new(BROTLI).exists();
    if has_brotli {
        copy("nginx/brotli.conf", &folder.join("conf.d/brotli.conf"), &[])?;
    }
    let module = match has_brotli {
        true => format!("load_module {BROTLI};"),
        false => String::new(),
    };
    let main = NGINX.replace("FOLDER", &own).replace("MODULE", &module);
    std::fs::write(folder.join("nginx.conf"), main)?;
    let mut command = Command::new("nginx");
    command
        .args(["-e", "stderr", "-p", &own, "-c"])
        .arg(folder.join("nginx.conf"));
    let packings: &[&str] = if has_brotli {
        &["br", "gzip"]
    } else {
        &["gzip"]
    };
    Ok((command, packings))
}

fn caddy(
    folder: &Path,
    site: &Path,
    base: &str,
    address: &str,
) -> io::Result<(Command, &'static [&'static str])> {
    let shown = site.display().to_string();
    let port = address.trim_start_matches("127.0.0.1");
    let server = match base {
        "/" => "caddy/Caddyfile.at-the-root",
        _ => "caddy/Caddyfile",
    };
    copy(server, &folder.join("server.caddy"), &[(":8080", port)])?;
    copy(
        "caddy/site.caddy",
        &folder.join("site.caddy"),
        &[(PUBLISHED, &*shown)],
    )?;
    std::fs::write(folder.join("Caddyfile"), CADDY)?;
    let mut command = Command::new("caddy");
    command
        .args(["run", "--adapter", "caddyfile", "--config"])
        .arg(folder.join("Caddyfile"));
    for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
        command.env(name, folder);
    }
    Ok((command, &["br", "gzip"]))
}

/// Starts a server; what it says goes into a file.
fn started(mut command: Command, folder: &Path) -> io::Result<Child> {
    let said = std::fs::File::create(folder.join("said"))?;
    command
        .stdin(Stdio::null())
        .stdout(said.try_clone()?)
        .stderr(said)
        .spawn()
}
