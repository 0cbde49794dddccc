//! Content in, static site out.
//!
//! The path of a content file:
//!
//! 1. **Load** (`readpoint_content`): front matter and text of every page, the catalogue, the
//!    examples; every mistake with its place.
//! 2. **Know the names** (`library`): which name or code is whose page.
//! 3. **Render** (`text`, for all pages in `texts`): Markdown to HTML, with anchors on headings,
//!    links on names and codes, numbers for references to evidence, and highlighted code
//!    (`highlight`) and diagrams (`diagram`). Headings, links, mentions and words are collected on the way.
//!    All of this for each language (`edition`).
//! 4. **View** (`views`, `evidence`, `runs`, `releases`, `coverage`): what each page's template gets; the types are in
//!    [`context`]. Back-references and neighbours come from step 3.
//! 5. **Fill** (`templates`, `words`, `site`): templates to finished pages. Files of `site/` get
//!    names with a hash (`assets`); the search index (`search`), the table of variables (`table`),
//!    the files for programs (`data`, `machine`), redirects (`redirects`) and, where the site's
//!    origin is known, a picture for each page (`card`) join them.
//! 6. **Check** (`links`): every link of a text, then every link of a finished page, leads to a
//!    page, a file or an anchor that exists.
//! 7. **Write** (`output`): a new folder beside the old one and a swap; later builds of one
//!    [`Builder`] replace only the files that changed.
//!
//! A builder that stays keeps its last build (`earlier`). Where nothing but texts changed, step 5
//! (`making`) makes only the pages with other texts or other mentions, and the search index; step
//! 6 passes over kept pages as long as the same addresses and anchors are there.
//!
//! Nothing reads a clock, and every collection that reaches a file is ordered, so two builds of
//! the same content are equal byte for byte.

mod assets;
mod brand;
mod build;
mod card;
pub mod context;
pub mod coverage;
mod data;
mod diagram;
mod earlier;
mod edition;
mod evidence;
mod highlight;
mod html;
mod library;
mod links;
mod machine;
mod making;
mod options;
mod output;
mod packing;
mod redirects;
pub mod releases;
pub mod runs;
pub mod scans;
mod search;
pub mod serving;
mod share;
mod site;
mod table;
mod templates;
mod text;
mod texts;
mod views;
mod words;

pub use build::{Builder, Progress, build};
pub use data::word;
pub use options::{Base, Options, Stage, Summary};
pub use output::Files;
pub use packing::{Effort, Packing};
pub use readpoint_content::fingerprint;
