//! The door for the browser.
