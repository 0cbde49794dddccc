//! One browser for one test: chromedriver on a free port, a new profile, the built site.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use readpoint_tests::needs;
use thirtyfour::{ChromiumLikeCapabilities, DesiredCapabilities, LoggingPrefsLogLevel, WebDriver};

use crate::page::Page;
use crate::server::Server;

/// Two browsers at once make each other slow enough to miss their waits.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// How a test wants its browser.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// Window width.
    pub(crate) width: u32,
    /// Window height.
    pub(crate) height: u32,
    /// Whether pages may run scripts.
    pub(crate) scripts: bool,
}

impl Default for Wanted {
    fn default() -> Self {
        Self {
            width: 1280,
            height: 900,
            scripts: true,
        }
    }
}

/// Runs a test in a browser of its own, or says why it is skipped.
pub(crate) fn run(wanted: Wanted, test: impl AsyncFnOnce(&Page) -> anyhow::Result<()>) {
    if let Some(site) = needs::or_skip(site(), "the built site; `cargo xtask test` builds it") {
        run_in(&site, wanted, test);
    }
}

/// The same with another site.
pub(crate) fn run_in(
    site: &Path,
    wanted: Wanted,
    test: impl AsyncFnOnce(&Page) -> anyhow::Result<()>,
) {
    run_at(wanted, || Ok(Server::start(site.to_owned())?), test);
}

/// Runs a test as [`run`] does, against the server that `start` gives.
pub(crate) fn run_at(
    wanted: Wanted,
    start: impl FnOnce() -> anyhow::Result<Server>,
    test: impl AsyncFnOnce(&Page) -> anyhow::Result<()>,
) {
    let Some(chromium) = needs::or_skip(chromium(), "Chromium and chromedriver") else {
        return;
    };
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let outcome = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(anyhow::Error::from)
        .and_then(|runtime| runtime.block_on(drive(wanted, start, &chromium, test)));
    if let Err(error) = outcome {
        panic!("{error:#}");
    }
}

async fn drive(
    wanted: Wanted,
    start: impl FnOnce() -> anyhow::Result<Server>,
    chromium: &str,
    test: impl AsyncFnOnce(&Page) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let server = start()?;
    let profile = tempfile::tempdir()?;
    let service = Service::start()?;
    let driver = service.connect(wanted, chromium, profile.path()).await?;
    let page = Page::new(driver, server);
    let outcome = test(&page).await;
    let place = if outcome.is_err() {
        page.describe().await
    } else {
        String::new()
    };
    page.close().await?;
    outcome.map_err(|error| anyhow::anyhow!("{error:#}\n{place}"))
}

/// The built site, where there is one.
fn site() -> Option<PathBuf> {
    built("READPOINT_SITE", "test-site")
}

/// A built site: the folder that a variable names, or the one in the target folder.
pub(crate) fn built(variable: &str, name: &str) -> Option<PathBuf> {
    let folder = match std::env::var_os(variable) {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../target")
            .join(name),
    };
    folder.join("index.html").is_file().then_some(folder)
}

/// The browser, where both it and its driver start.
fn chromium() -> Option<String> {
    let answers = |program: &str| {
        let run = Command::new(program).arg("--version").output();
        run.is_ok_and(|output| output.status.success())
    };
    let named = std::env::var("READPOINT_CHROMIUM").ok();
    let known = ["chromium", "chromium-browser", "google-chrome"].map(str::to_owned);
    let mut candidates = named.into_iter().chain(known);
    let found = candidates.find(|program| answers(program))?;
    answers("chromedriver").then_some(found)
}

/// How often a session is asked for again.
const SESSION_TRIES: usize = 20;

/// A chromedriver of our own; it ends with the test.
struct Service {
    process: Child,
    port: u16,
}

impl Service {
    fn start() -> anyhow::Result<Self> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let process = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        Ok(Self { process, port })
    }

    /// A session; tried again until the driver listens.
    async fn connect(
        &self,
        wanted: Wanted,
        chromium: &str,
        profile: &Path,
    ) -> anyhow::Result<WebDriver> {
        let listening = async {
            while tokio::net::TcpStream::connect(("127.0.0.1", self.port))
                .await
                .is_err()
            {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), listening).await?;
        let address = format!("http://127.0.0.1:{}", self.port);
        let mut tries = 0;
        let driver = loop {
            let wish = capabilities(wanted, chromium, profile)?;
            match WebDriver::new(&address, wish).await {
                Ok(driver) => break driver,
                // A busy machine drops the first requests now and then.
                Err(_) if tries < SESSION_TRIES => {
                    tries += 1;
                    tokio::time::sleep(Duration::from_millis(300)).await;
                }
                Err(error) => return Err(error.into()),
            }
        };
        driver.set_script_timeout(Duration::from_secs(60)).await?;
        // A window is never narrower than 500; a page can be told that it is.
        let cdp = driver.cdp();
        let screen = cdp.emulation();
        screen
            .set_device_metrics_override(wanted.width, wanted.height, 1.0, false)
            .await?;
        Ok(driver)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // Already ended is as good as ended now.
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

fn capabilities(
    wanted: Wanted,
    chromium: &str,
    profile: &Path,
) -> anyhow::Result<thirtyfour::ChromeCapabilities> {
    let mut capabilities = DesiredCapabilities::chrome();
    if chromium.starts_with('/') {
        capabilities.set_binary(chromium)?;
    }
    let fixed = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync \
        --disable-dev-shm-usage";
    for argument in fixed.split_whitespace() {
        capabilities.add_arg(argument)?;
    }
    capabilities.set_browser_log_level(LoggingPrefsLogLevel::All)?;
    capabilities.add_arg(&format!("--user-data-dir={}", profile.display()))?;
    capabilities.add_arg(&format!("--window-size={},{}", wanted.width, wanted.height))?;
    if !wanted.scripts {
        let blocked =
            serde_json::json!({ "profile.managed_default_content_settings.javascript": 2 });
        capabilities.add_experimental_option("prefs", blocked)?;
    }
    Ok(capabilities)
}
