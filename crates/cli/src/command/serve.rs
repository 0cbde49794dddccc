//! `readpoint serve`: builds, serves, and builds again when a file changes.

use std::net::{SocketAddr, TcpListener};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use camino::{Utf8Path, Utf8PathBuf};
use readpoint_content::render;
use readpoint_generator::{Base, Builder, Options};
use tokio::sync::watch;

use crate::arguments::Serve;
use crate::command::build::counted;
use crate::server::{self, Place, State};
use crate::{output, server::watcher, sources};

/// How many ports are tried when the wished one is in use.
const PORTS: u16 = 50;

/// Serves until it is stopped.
pub(crate) fn run(arguments: &Serve) -> anyhow::Result<ExitCode> {
    let listener = listen(SocketAddr::new(arguments.host, arguments.port))?;
    let (publish, state) = watch::channel(State::default());
    if let Some(files) = sources::finished(&arguments.sources)? {
        let place = Place {
            base: "/".to_owned(),
            live: false,
        };
        publish.send_modify(|state| state.take(Some(files), None, &place));
        announce(&listener, &place)?;
        server::serve(listener, place, state)?;
        return Ok(ExitCode::SUCCESS);
    }
    // The site is held in memory; nothing is written where this name would be.
    let mut prepared = sources::prepare(&arguments.sources, Utf8Path::new("site"))?;
    prepared.options.keep_going = true;
    let watched = match arguments.no_reload {
        true => Vec::new(),
        false => prepared.watched(),
    };
    let place = Place {
        base: path(&prepared.options.base),
        live: !watched.is_empty(),
    };
    build_and_watch(&prepared.options, &watched, publish, &place, || {
        announce(&listener, &place)
    })?;
    server::serve(listener, place.clone(), state)?;
    Ok(ExitCode::SUCCESS)
}

/// Builds, says so, and builds again in the background when something changes.
fn build_and_watch(
    options: &Options,
    watched: &[Utf8PathBuf],
    publish: watch::Sender<State>,
    place: &Place,
    ready: impl FnOnce() -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut builder = Builder::new();
    rebuild(&mut builder, options, &publish, place);
    ready()?;
    let changes = watcher::watch(watched)?;
    let (options, place) = (options.clone(), place.clone());
    std::thread::spawn(move || {
        while changes.next() {
            rebuild(&mut builder, &options, &publish, &place);
        }
    });
    Ok(())
}

/// Builds and tells open pages; mistakes are shown here and in the page.
fn rebuild(
    builder: &mut Builder,
    options: &Options,
    publish: &watch::Sender<State>,
    place: &Place,
) {
    let started = std::time::Instant::now();
    let (files, problems) = match builder.files(options, &|_| ()) {
        Ok((files, summary)) => {
            let milliseconds = started.elapsed().as_millis();
            output::note(&format!("built {} in {milliseconds} ms", counted(&summary)));
            (Some(files), summary.problems)
        }
        Err(problems) => (None, problems),
    };
    if !problems.is_empty() {
        output::note(&render(&problems, output::colour_on_error()));
    }
    let text = (!problems.is_empty()).then(|| Arc::from(render(&problems, false)));
    publish.send_modify(|state| state.take(files, text, place));
}

/// The path of the home page.
fn path(base: &Base) -> String {
    match base {
        Base::Relative => "/".to_owned(),
        Base::Path(path) => path.clone(),
    }
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

fn announce(listener: &TcpListener, place: &Place) -> anyhow::Result<()> {
    let address = listener.local_addr()?;
    output::print(&format!(
        "Readpoint is at http://{address}{} (Ctrl-C stops it)\n",
        place.base
    ))
}
