//! The server behind `readpoint serve`: files of the built site, and a live reload.

mod live;
pub(crate) mod watcher;

use std::net::TcpListener;
use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Redirect;
use axum::routing::get;
use camino::{Utf8Path, Utf8PathBuf};
use readpoint_generator::Base;
use tokio::sync::watch;
use tower_http::services::{ServeDir, ServeFile};
use tower_http::set_header::SetResponseHeaderLayer;

/// What open pages are told.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// Grows by one with each build.
    pub(crate) build: u64,
    /// Mistakes of the last build, rendered.
    pub(crate) problems: Option<Arc<str>>,
}

/// Serves a folder until Ctrl-C.
pub(crate) fn serve(
    listener: TcpListener,
    folder: Utf8PathBuf,
    base: &Base,
    state: watch::Receiver<State>,
) -> anyhow::Result<()> {
    let router = router(&folder, base, state);
    listener.set_nonblocking(true)?;
    tokio::runtime::Runtime::new()?.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        tokio::select! {
            served = axum::serve(listener, router).into_future() => served?,
            stopped = tokio::signal::ctrl_c() => stopped?,
        }
        Ok(())
    })
}

fn router(folder: &Utf8Path, base: &Base, state: watch::Receiver<State>) -> Router {
    let missing = ServeFile::new(folder.join("404.html"));
    let files = ServeDir::new(folder).not_found_service(missing);
    let site = Router::new()
        .fallback_service(files)
        .layer(axum::middleware::map_response(live::with_script));
    let below = match base {
        Base::Path(path) if path != "/" => {
            let home = path.clone();
            let to_home = move || async move { Redirect::temporary(&home) };
            Router::new()
                .nest_service(path.trim_end_matches('/'), site)
                .route("/", get(to_home))
        }
        _ => site,
    };
    let router = Router::new()
        .merge(live::routes(state))
        .fallback_service(below);
    let headers = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    headers.into_iter().fold(router, with_header)
}

fn with_header(router: Router, (name, value): (HeaderName, &'static str)) -> Router {
    router.layer(SetResponseHeaderLayer::overriding(
        name,
        HeaderValue::from_static(value),
    ))
}
