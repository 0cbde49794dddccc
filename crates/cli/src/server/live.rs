//! Live reload: pages ask for the next build and get an answer when it is there.

use std::time::Duration;

use hyper::header;
use hyper::{Request, StatusCode};
use tokio::sync::watch;

use super::State;
use super::answer::{Answer, put, text};

/// The folder of its addresses, below the site's base.
pub(super) const FOLDER: &str = "_live/";

const SCRIPT: &str = include_str!("live.js");

/// Longest wait of a page; it asks again.
const WAIT: Duration = Duration::from_secs(25);

/// What every page ends with.
pub(super) fn tail(base: &str) -> String {
    format!("<script type=\"module\" src=\"{base}{FOLDER}script.js\"></script>")
}

/// Answers for an address below the folder.
pub(super) async fn answer<B>(
    request: &Request<B>,
    name: &str,
    state: watch::Receiver<State>,
    stop: watch::Receiver<bool>,
) -> Answer {
    match name {
        "script.js" => {
            let mut answer = text(StatusCode::OK, SCRIPT);
            put(&mut answer, header::CONTENT_TYPE, "text/javascript");
            answer
        }
        "next" => next(request.uri().query().unwrap_or_default(), state, stop).await,
        _ => text(StatusCode::NOT_FOUND, "there is nothing here\n"),
    }
}

/// Answers `after=N` when a build later than N is done.
async fn next(
    query: &str,
    mut state: watch::Receiver<State>,
    mut stop: watch::Receiver<bool>,
) -> Answer {
    let after = query.strip_prefix("after=").and_then(|it| it.parse().ok());
    let Some(after) = after else {
        return text(StatusCode::BAD_REQUEST, "say after which build: ?after=N\n");
    };
    tokio::select! {
        _ = state.wait_for(|it| it.build > after) => {}
        _ = stop.wait_for(|it| *it) => {}
        () = tokio::time::sleep(WAIT) => {}
    }
    let (build, problems) = {
        let state = state.borrow();
        (state.build, state.problems.clone())
    };
    let json = serde_json::json!({"build": build, "problems": problems.as_deref()});
    let mut answer = text(StatusCode::OK, &json.to_string());
    put(&mut answer, header::CONTENT_TYPE, "application/json");
    answer
}
