//! A page in the browser, with the waits and questions that the tests share.

use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};
use thirtyfour::{By, WebDriver, WebElement};

use crate::server::Server;

/// How long [`Page::until`] waits; generous, for machines with other work.
const PATIENCE: Duration = Duration::from_secs(60);

/// The pause between two looks; a page at rest needs one look.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// The result of a search that Enter opens.
pub(crate) const FIRST: &str =
    "document.querySelector('[role=option][aria-selected=true] .title-line')";

/// The browser's one page.
pub(crate) struct Page {
    driver: WebDriver,
    server: Server,
}

impl Page {
    pub(crate) fn new(driver: WebDriver, server: Server) -> Self {
        Self { driver, server }
    }

    /// Opens an address relative to the site.
    pub(crate) async fn open(&self, path: &str) -> anyhow::Result<()> {
        Ok(self
            .driver
            .goto(format!("{}{path}", self.server.address))
            .await?)
    }

    /// From now on, pages are drawn as on paper, or with `"screen"` as before, in dark or light.
    pub(crate) async fn draw_for(&self, media: &str, scheme: &str) -> anyhow::Result<()> {
        let scheme = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        let wanted = json!({ "media": media, "features": scheme });
        let cdp = self.driver.cdp();
        cdp.send_raw("Emulation.setEmulatedMedia", wanted).await?;
        Ok(())
    }

    /// Loads the page again.
    pub(crate) async fn reload(&self) -> anyhow::Result<()> {
        Ok(self.driver.refresh().await?)
    }

    /// Waits until a JavaScript expression holds, also on the page that this one leads to: a script
    /// that waits inside a page ends with it, so each look is one of its own.
    pub(crate) async fn until(&self, expression: &str) -> anyhow::Result<()> {
        let end = Instant::now() + PATIENCE;
        let holds = format!("!!({expression})");
        loop {
            // An error is no answer: the page is on its way out, or not all there.
            let seen = self.value(&holds, &[]).await;
            if seen.as_ref().is_ok_and(|it| *it == json!(true)) {
                return Ok(());
            }
            if Instant::now() > end {
                bail!("waited for `{expression}`; at the end it was {seen:?}");
            }
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    }

    /// The value of a JavaScript expression; `arguments` are there by that name.
    pub(crate) async fn value(&self, expression: &str, with: &[&str]) -> anyhow::Result<Value> {
        let arguments: Vec<Value> = with.iter().map(|it| json!(it)).collect();
        let script = format!("return {expression};");
        let answer = self.driver.execute(script, arguments).await;
        let answer = answer.with_context(|| format!("asked for `{expression}`"))?;
        Ok(answer.json().clone())
    }

    /// Makes a link in the playground, leaves, and follows it.
    pub(crate) async fn share_and_reopen(&self) -> anyhow::Result<()> {
        self.click("#share").await?;
        self.until("location.hash.length > 20").await?;
        let address = self.text("location.pathname + location.hash").await?;
        self.open("").await?;
        self.open(address.trim_start_matches('/')).await
    }

    /// Runs statements in the page.
    pub(crate) async fn run(&self, statements: &str) -> anyhow::Result<()> {
        self.driver.execute(statements, Vec::new()).await?;
        Ok(())
    }

    /// What a script gives to the function that is its last argument; a text.
    pub(crate) async fn answer(&self, script: &str) -> anyhow::Result<String> {
        let answer = self.driver.execute_async(script, Vec::new()).await?;
        Ok(answer.json().as_str().unwrap_or_default().to_owned())
    }

    /// The value of an expression that is a text.
    pub(crate) async fn text(&self, expression: &str) -> anyhow::Result<String> {
        let value = self.value(expression, &[]).await?;
        let text = value
            .as_str()
            .with_context(|| format!("`{expression}` is {value}"))?;
        Ok(text.to_owned())
    }

    /// The element of a selector.
    pub(crate) async fn find(&self, selector: &str) -> anyhow::Result<WebElement> {
        let found = self.driver.find(By::Css(selector.to_owned())).await;
        found.with_context(|| format!("looked for `{selector}`"))
    }

    /// All elements of a selector.
    pub(crate) async fn all(&self, selector: &str) -> anyhow::Result<Vec<WebElement>> {
        Ok(self.driver.find_all(By::Css(selector.to_owned())).await?)
    }

    /// Keys for whatever has the focus.
    pub(crate) async fn press(
        &self,
        keys: impl Into<thirtyfour::TypingData>,
    ) -> anyhow::Result<()> {
        Ok(self.driver.action_chain().send_keys(keys).perform().await?)
    }

    /// A key while another one is held.
    pub(crate) async fn chord(&self, held: thirtyfour::Key, key: &str) -> anyhow::Result<()> {
        let held = char::from(held);
        let chain = self.driver.action_chain().key_down(held);
        Ok(chain.send_keys(key).key_up(held).perform().await?)
    }

    /// Fails unless an expression holds now.
    pub(crate) async fn holds(&self, expression: &str) -> anyhow::Result<()> {
        let value = self.value(expression, &[]).await?;
        ensure!(value == json!(true), "`{expression}` is {value}");
        Ok(())
    }

    /// What the server was asked for so far.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.server.asked()
    }

    /// From now on, the server does not find addresses that contain `part`; with `None` it does.
    pub(crate) fn lose(&self, part: Option<&str>) {
        self.server.lose(part);
    }

    /// The element of a selector, once it is there, clicked.
    pub(crate) async fn click(&self, selector: &str) -> anyhow::Result<()> {
        let there = format!(
            "document.querySelector({}) !== null",
            serde_json::json!(selector)
        );
        self.until(&there).await?;
        Ok(self.find(selector).await?.click().await?)
    }

    /// Where the test stopped, for a failure's message.
    pub(crate) async fn describe(&self) -> String {
        let place = self
            .text("location.pathname + ': ' + document.body.innerText")
            .await;
        let place = place.unwrap_or_else(|error| format!("{error:#}"));
        place.chars().take(1_500).collect()
    }

    /// What the browser has written to its console: errors and warnings of scripts, of the policy and
    /// of the network.
    pub(crate) async fn complaints(&self) -> anyhow::Result<Vec<String>> {
        let entries = self.driver.browser_log().await?;
        let loud = entries
            .into_iter()
            .filter(|it| matches!(&*it.level, "SEVERE" | "WARNING"));
        Ok(loud.map(|it| it.message).collect())
    }

    /// A picture of the page as far as the window shows it.
    pub(crate) async fn picture(&self, path: &std::path::Path) -> anyhow::Result<()> {
        Ok(self.driver.screenshot(path).await?)
    }

    /// From a page that has just been opened: asks for the search by its key, types words, and waits
    /// until the first result has this title.
    pub(crate) async fn search(&self, words: &str, first: &str) -> anyhow::Result<()> {
        self.until("document.getElementById('theme').title !== 'Light or dark'")
            .await?;
        self.press("/").await?;
        self.until("document.activeElement.matches('dialog[open] input')")
            .await?;
        self.press(words).await?;
        self.until(&format!("{FIRST}.textContent === '{first}'"))
            .await
    }

    /// Ends the session.
    pub(crate) async fn close(self) -> anyhow::Result<()> {
        Ok(self.driver.quit().await?)
    }
}
