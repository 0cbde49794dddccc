//! Live reload: pages ask for the next build and get an answer when it is there.

use axum::body::{Body, to_bytes};
use axum::extract::{Query, State as Shared};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use tokio::sync::watch;

use super::State;

const SCRIPT: &str = include_str!("live.js");
const TAG: &str = "<script type=\"module\" src=\"/_live/script.js\"></script>";

/// The largest page that gets the script.
const LARGEST: usize = 16 << 20;

/// The build that a page was made by; it waits for a later one.
#[derive(Debug, Deserialize)]
struct After {
    after: u64,
}

/// The script's addresses.
pub(super) fn routes(state: watch::Receiver<State>) -> Router {
    Router::new()
        .route("/_live/script.js", get(script))
        .route("/_live/next", get(next))
        .with_state(state)
}

async fn script() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/javascript")], SCRIPT)
}

/// Answers at once to `after=0`, else when a later build is done.
async fn next(
    Shared(mut state): Shared<watch::Receiver<State>>,
    Query(After { after }): Query<After>,
) -> Json<serde_json::Value> {
    // The sender lives as long as the program; if it is gone, the last state is the answer.
    let _ = state.wait_for(|it| it.build > after).await;
    let State { build, problems } = state.borrow().clone();
    Json(serde_json::json!({"build": build, "problems": problems.as_deref()}))
}

/// Adds the script to HTML pages.
pub(super) async fn with_script(response: Response) -> Response {
    let html = HeaderValue::from_static("text/html");
    let is_html = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|it| it == html || it.as_bytes().starts_with(b"text/html;"));
    if !is_html {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, LARGEST).await else {
        return axum::http::StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from([&bytes, TAG.as_bytes()].concat()))
}
