//! The server behind `readpoint serve`: a site held in memory, and a live reload.
//!
//! It may stand in a network with people in it who mean harm: no file of the disk is reachable,
//! headers are bounded, a connection that does not get on is closed, and there is a limit to how
//! many there are.

mod answer;
mod live;
mod shelf;
pub(crate) mod watcher;

use std::convert::Infallible;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use readpoint_generator::Files;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use answer::Answer;
use shelf::Shelf;

/// Connections at a time; further ones wait until one is closed. Below the usual limit of open
/// files.
const CONNECTIONS: u32 = 900;
/// Longest wait for a request's headers, and between two requests.
const HEADERS: Duration = Duration::from_secs(10);
/// Longest life of a connection, and what it may then take to finish.
const AGE: Duration = Duration::from_secs(120);
const GRACE: Duration = Duration::from_secs(10);
/// Size and number of a request's headers.
const HEADER_BYTES: usize = 16 << 10;
const HEADER_COUNT: usize = 64;

/// What was built last.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// Grows by one with each build.
    build: u64,
    /// Mistakes of the last build, rendered.
    problems: Option<Arc<str>>,
    /// The site; empty as long as no build has made one.
    shelf: Arc<Shelf>,
}

impl State {
    /// Takes in a build: its files, where it made some, and its mistakes.
    pub(crate) fn take(&mut self, files: Option<Files>, problems: Option<Arc<str>>, place: &Place) {
        self.build += 1;
        self.problems = problems;
        if let Some(files) = files {
            self.shelf = Arc::new(self.shelf.renewed(files, &place.tail()));
        }
    }
}

/// Where the site stands and whether its pages reload.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The path, with slashes at both ends.
    pub(crate) base: String,
    /// Whether something is watched, so that pages may ask for later builds.
    pub(crate) live: bool,
}

impl Place {
    fn tail(&self) -> String {
        match self.live {
            true => live::tail(&self.base),
            false => String::new(),
        }
    }
}

/// What every connection needs.
#[derive(Clone, Debug)]
struct Shared {
    place: Arc<Place>,
    state: watch::Receiver<State>,
    stop: watch::Receiver<bool>,
}

/// Serves until the process is asked to stop; then finishes what is being answered.
pub(crate) fn serve(
    listener: TcpListener,
    place: Place,
    state: watch::Receiver<State>,
) -> anyhow::Result<()> {
    listener.set_nonblocking(true)?;
    tokio::runtime::Runtime::new()?.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let (stopping, stop) = watch::channel(false);
        let shared = Shared {
            place: Arc::new(place),
            state,
            stop,
        };
        let open = Arc::new(Semaphore::new(CONNECTIONS as usize));
        tokio::select! {
            () = accept(&listener, &shared, &open) => {}
            asked = asked_to_stop() => asked?,
        }
        drop(listener);
        stopping.send_replace(true);
        // All permits are back when the last connection is closed.
        let _ = tokio::time::timeout(GRACE, open.acquire_many(CONNECTIONS)).await;
        Ok(())
    })
}

/// Ctrl-C, or what a supervisor sends.
async fn asked_to_stop() -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        tokio::select! {
            asked = tokio::signal::ctrl_c() => asked,
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}

/// Takes connections for ever.
async fn accept(listener: &tokio::net::TcpListener, shared: &Shared, open: &Arc<Semaphore>) {
    loop {
        let Ok(permit) = Arc::clone(open).acquire_owned().await else {
            return;
        };
        match listener.accept().await {
            Ok((stream, _)) => {
                tokio::spawn(connection(stream, shared.clone(), permit));
            }
            // Too many open files, mostly: others will be closed.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Answers the requests of a connection until it is closed, is too old or the server stops.
async fn connection(stream: TcpStream, shared: Shared, _permit: OwnedSemaphorePermit) {
    let _ = stream.set_nodelay(true);
    let mut stop = shared.stop.clone();
    let service = service_fn(|request| respond(request, shared.clone()));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .max_buf_size(HEADER_BYTES)
        .max_headers(HEADER_COUNT)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        // A reader that goes away in the middle is no error of the server's.
        _ = connection.as_mut() => return,
        () = tokio::time::sleep(AGE) => {}
        _ = stop.wait_for(|it| *it) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = tokio::time::timeout(GRACE, connection).await;
}

async fn respond(request: Request<Incoming>, shared: Shared) -> Result<Answer, Infallible> {
    let place = &shared.place;
    let path = request.uri().path().strip_prefix(place.base.as_str());
    let live = path.and_then(|it| it.strip_prefix(live::FOLDER));
    if let Some(name) = live.filter(|_| place.live) {
        let answer = live::answer(&request, name, shared.state, shared.stop).await;
        return Ok(answer::guarded(answer));
    }
    let state = shared.state.borrow().clone();
    if let (None, Some(problems)) = (state.shelf.get("404.html"), &state.problems) {
        let answer = answer::text(StatusCode::SERVICE_UNAVAILABLE, problems);
        return Ok(answer::guarded(answer));
    }
    Ok(answer::guarded(answer::file(
        &request,
        &place.base,
        &state.shelf,
    )))
}
