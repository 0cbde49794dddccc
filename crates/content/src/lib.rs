//! Markdown with typed TOML front matter in; pages, catalogue and author diagnostics out.
