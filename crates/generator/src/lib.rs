//! Content in, static site out.
//!
//! The path of a content file:
//!
//! 1. **Load** (`readpoint_content`): front matter and text of every page, the catalogue, the
//!    examples; every mistake with its place.
//! 2. **Know the names** (`library`): which name or code is whose page.
//! 3. **Render** (`text`, for all pages in `texts`): Markdown to HTML, with anchors on headings,
//!    links on names and codes, numbers for references to evidence, and highlighted code
//!    (`highlight`). Headings, links, mentions and words are collected on the way.
//! 4. **View** (`views`, `evidence`, `runs`, `releases`, `coverage`): what each page's template gets; the types are in
//!    [`context`]. Back-references and neighbours come from step 3.
//! 5. **Fill** (`templates`, `site`): templates to finished pages. Files of `site/` get names with
//!    a hash (`assets`); the search index (`search`), the table of variables (`table`)
//!    and the files for programs (`data`) join them.
//! 6. **Check** (`links`): every link of a text, then every link of a finished page, leads to a
//!    page, a file or an anchor that exists.
//! 7. **Write** (`output`): a new folder beside the old one and a swap; later builds of one
//!    [`Builder`] replace only the files that changed.
//!
//! Nothing reads a clock, and every collection that reaches a file is ordered, so two builds of
//! the same content are equal byte for byte.

mod assets;
mod brand;
mod build;
pub mod context;
pub mod coverage;
mod data;
mod evidence;
mod highlight;
mod html;
mod library;
mod links;
mod options;
mod output;
mod packing;
pub mod releases;
pub mod runs;
pub mod scans;
mod search;
mod share;
mod site;
mod table;
mod templates;
mod text;
mod texts;
mod views;

pub use assets::fingerprint;
pub use build::{Builder, Progress, build};
pub use options::{Base, Options, Stage, Summary};
pub use output::Files;
pub use packing::{Effort, Packing};
pub use views::POLICY;
