//! Reading, searching, checking, fixing and sharing in a real Chromium, against the built site:
//! `READPOINT_SITE` names its folder (`cargo xtask test` builds it). No test sleeps: each waits
//! for what a reader would wait for.

mod accessible;
mod comparing;
mod environments;
mod exporting;
mod filtering;
mod fixing;
mod hosted;
mod hostile;
mod launch_text;
mod page;
mod playground;
mod reading;
mod releasing;
mod searching;
mod server;
mod session;
mod sharing;
mod shots;
mod symptoms;
