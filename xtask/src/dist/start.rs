//! Tries the finished program as its user will: alone, in an empty folder.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

use crate::process::say;

/// Starts are measured this often; the median is told.
const STARTS: usize = 5;

/// Prints size and start time: from the start of `readpoint serve` to its first page.
pub(super) fn report(program: &Path) -> anyhow::Result<()> {
    let megabytes = std::fs::metadata(program)?.len() as f64 / 1e6;
    let empty = std::env::temp_dir().join(format!("readpoint-dist-{}", std::process::id()));
    std::fs::create_dir(&empty)?;
    let times: anyhow::Result<Vec<_>> = (0..STARTS).map(|_| start(program, &empty)).collect();
    std::fs::remove_dir_all(&empty)?;
    let mut times = times?;
    times.sort();
    say(&format!(
        "{}: {megabytes:.1} MB; `readpoint serve` shows its first page after {} ms \
         (median of {STARTS}, {} to {})",
        program.display(),
        times[STARTS / 2].as_millis(),
        times[0].as_millis(),
        times[STARTS - 1].as_millis(),
    ));
    Ok(())
}

/// Starts the server once; the time from its start to a complete home page.
fn start(program: &Path, folder: &Path) -> anyhow::Result<Duration> {
    let started = Instant::now();
    let mut server = Command::new(program)
        .args(["serve", "--port", "0"])
        .current_dir(folder)
        .env_clear()
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context("the program does not start")?;
    let page = first_page(&mut server);
    let time = started.elapsed();
    server.kill()?;
    server.wait()?;
    page.map(|()| time)
}

fn first_page(server: &mut Child) -> anyhow::Result<()> {
    let output = server.stdout.take().context("piped above")?;
    let mut line = String::new();
    BufReader::new(output).read_line(&mut line)?;
    let address = line
        .split("http://")
        .nth(1)
        .and_then(|it| it.split('/').next());
    let address = address.with_context(|| format!("the program says no address: {line:?}"))?;
    let mut stream = TcpStream::connect(address)?;
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    ensure!(
        answer.starts_with("HTTP/1.1 200") && answer.contains("</html>"),
        "the first page is not there: {}",
        answer.lines().next().unwrap_or_default()
    );
    Ok(())
}
