//! `readpoint serve`: builds, serves, and builds again when a file changes.

use std::net::{SocketAddr, TcpListener};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use camino::Utf8PathBuf;
use readpoint_content::render;
use readpoint_generator::{Base, Builder, Options};
use tokio::sync::watch;

use crate::arguments::Serve;
use crate::command::build::counted;
use crate::server::{self, State};
use crate::{output, server::watcher, sources};

/// How many ports are tried when the wished one is in use.
const PORTS: u16 = 50;

/// Serves until it is stopped.
pub(crate) fn run(arguments: &Serve) -> anyhow::Result<ExitCode> {
    let folder = tempfile::tempdir().context("no temporary folder can be made for the site")?;
    let out = Utf8PathBuf::try_from(folder.path().join("site"))?;
    let mut prepared = sources::prepare(&arguments.sources, &out)?;
    prepared.options.keep_going = true;
    let listener = listen(SocketAddr::new(arguments.host, arguments.port))?;
    let (publish, state) = watch::channel(State::default());
    let mut builder = Builder::new();
    rebuild(&mut builder, &prepared.options, &publish);
    announce(&listener, &prepared.options.base)?;
    let changes = watcher::watch(&prepared.watched())?;
    let base = prepared.options.base.clone();
    std::thread::spawn(move || {
        while changes.next() {
            rebuild(&mut builder, &prepared.options, &publish);
        }
    });
    server::serve(listener, out, &base, state)?;
    Ok(ExitCode::SUCCESS)
}

/// Builds and tells open pages; mistakes are shown here and in the page.
fn rebuild(builder: &mut Builder, options: &Options, publish: &watch::Sender<State>) {
    let started = std::time::Instant::now();
    let problems = match builder.build(options, &|_| ()) {
        Ok(summary) => {
            let milliseconds = started.elapsed().as_millis();
            output::note(&format!("built {} in {milliseconds} ms", counted(&summary)));
            summary.problems
        }
        Err(problems) => problems,
    };
    if !problems.is_empty() {
        output::note(&render(&problems, output::colour_on_error()));
    }
    let text = (!problems.is_empty()).then(|| Arc::from(render(&problems, false)));
    publish.send_modify(|state| {
        state.build += 1;
        state.problems = text;
    });
}

/// Takes the wished port or the next free one.
fn listen(wish: SocketAddr) -> anyhow::Result<TcpListener> {
    let last = wish.port().saturating_add(PORTS);
    for port in wish.port()..=last {
        match TcpListener::bind(SocketAddr::new(wish.ip(), port)) {
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {}
            other => return other.with_context(|| format!("{}:{port} cannot be used", wish.ip())),
        }
    }
    anyhow::bail!(
        "ports {} to {last} are all in use; choose one with --port",
        wish.port()
    )
}

fn announce(listener: &TcpListener, base: &Base) -> anyhow::Result<()> {
    let address = listener.local_addr()?;
    let path = match base {
        Base::Relative => "/",
        Base::Path(path) => path,
    };
    output::print(&format!(
        "Readpoint is at http://{address}{path} (Ctrl-C stops it)\n"
    ))
}
