//! The same made-up site for each site generator: pages of 1.5 KB with three blocks of code and a
//! table, no two alike.

use std::fmt::Write;

use anyhow::bail;
use camino::Utf8Path;

/// A site generator, and what its sites need beside the pages.
struct Tool {
    name: &'static str,
    /// Where pages go.
    pages: &'static str,
    /// What stands before a page's text; `{n}` is its number.
    front: &'static str,
    /// Other files by path.
    files: &'static [(&'static str, &'static str)],
    /// A file that lists all pages: its path, and a line for each.
    list: Option<(&'static str, &'static str)>,
}

const LAYOUT: &str = "<!doctype html><html lang=\"en\"><title>{{ page.title }}</title><main>{{ page.content | safe }}</main></html>\n";

const TOOLS: &[Tool] = &[
    Tool {
        name: "readpoint",
        pages: "content/guides",
        front: "+++\ntitle = \"Page {n}\"\nsummary = \"What page {n} says.\"\norder = {n}\n+++\n\n",
        files: &[(
            "content/readpoint.toml",
            "torch = [\"2.15.0\"]\n\n[[component]]\nid = \"nccl\"\ntitle = \"NCCL\"\nsummary = \"Communication.\"\nlayer = \"runtime\"\n",
        )],
        list: None,
    },
    Tool {
        name: "zola",
        pages: "content",
        front: "+++\ntitle = \"Page {n}\"\nweight = {n}\n+++\n\n",
        files: &[
            (
                "config.toml",
                "base_url = \"https://example.org\"\n\n[markdown.highlighting]\ntheme = \"github-light\"\n",
            ),
            ("content/_index.md", "+++\nsort_by = \"weight\"\n+++\n"),
            (
                "templates/index.html",
                "<!doctype html><title>All</title>{% for page in section.pages %}<a href=\"{{ page.permalink | safe }}\">{{ page.title }}</a>{% endfor %}\n",
            ),
            ("templates/page.html", LAYOUT),
        ],
        list: None,
    },
    Tool {
        name: "hugo",
        pages: "content",
        front: "+++\ntitle = \"Page {n}\"\nweight = {n}\n+++\n\n",
        files: &[
            (
                "hugo.toml",
                "baseURL = \"https://example.org\"\ntitle = \"All\"\ndisableKinds = [\"taxonomy\", \"term\", \"RSS\", \"sitemap\"]\n\n[markup.highlight]\nnoClasses = false\n",
            ),
            (
                "layouts/_default/single.html",
                "<!doctype html><html lang=\"en\"><title>{{ .Title }}</title><main>{{ .Content }}</main></html>\n",
            ),
            (
                "layouts/index.html",
                "<!doctype html><title>All</title>{{ range .Site.RegularPages }}<a href=\"{{ .Permalink }}\">{{ .Title }}</a>{{ end }}\n",
            ),
        ],
        list: None,
    },
    Tool {
        name: "mdbook",
        pages: "src",
        front: "# Page {n}\n\n",
        files: &[("book.toml", "[book]\ntitle = \"All\"\n")],
        list: Some(("src/SUMMARY.md", "- [Page {n}](page-{n}.md)\n")),
    },
];

/// Writes the corpus of so many pages for a tool into a folder.
pub(crate) fn write(tool: &str, folder: &Utf8Path, pages: usize) -> anyhow::Result<()> {
    let Some(tool) = TOOLS.iter().find(|it| it.name == tool) else {
        let names: Vec<_> = TOOLS.iter().map(|it| it.name).collect();
        bail!(
            "no corpus for `{tool}`; there is one for {}",
            names.join(", ")
        );
    };
    let place = folder.join(tool.pages);
    std::fs::create_dir_all(&place)?;
    for (path, text) in tool.files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        std::fs::write(path, text)?;
    }
    let mut list = String::new();
    for number in 1..=pages {
        let shown = number.to_string();
        let text = tool.front.replace("{n}", &shown) + &page(number);
        std::fs::write(place.join(format!("page-{number}.md")), text)?;
        if let Some((_, line)) = tool.list {
            list += &line.replace("{n}", &shown);
        }
    }
    if let Some((path, _)) = tool.list {
        std::fs::write(folder.join(path), list)?;
    }
    Ok(())
}

/// The text of a page: 1.5 KB, another one for each number.
fn page(number: usize) -> String {
    let mut dice = Dice(number as u64);
    let mut text = format!(
        "{}\n\n## What it does {number}\n\n{}\n\n",
        prose(&mut dice, 40),
        prose(&mut dice, 25)
    );
    text += "| value | what it means | since |\n|---|---|---|\n";
    for row in 0..5 {
        let _ = writeln!(
            text,
            "| `{row}` | {} | 2.{} |",
            prose(&mut dice, 4),
            dice.below(16)
        );
    }
    let (port, ranks, size) = (dice.below(60_000), dice.below(64) + 1, dice.below(4096));
    let _ = write!(
        text,
        "\n```bash\nexport MASTER_PORT={port} # page {number}\nfor rank in $(seq 0 {ranks}); do\n  NODE_RANK=$rank torchrun --nnodes={ranks} train.py \\\n    --size \"{size}\" || exit 1\ndone\n```\n\n{}\n\n",
        prose(&mut dice, 15)
    );
    let _ = write!(
        text,
        "```python\nimport os\n\n@dataclass\nclass Page{number}:\n    size: int = {size}\n\n    def read(self, name: str = \"PAGE_{port}\") -> int | None:\n        value = os.environ.get(name, '{ranks}')\n        return int(value) if value else None\n```\n\n"
    );
    let _ = write!(
        text,
        "```yaml\napiVersion: v1\nkind: Pod\nmetadata: {{ name: page-{number} }}\nspec:\n  containers:\n    - name: trainer\n      env:\n        - {{ name: NCCL_BUFFSIZE, value: \"{size}\" }}\n```\n"
    );
    text
}

/// Words of a dictionary in an order of their own.
fn prose(dice: &mut Dice, words: usize) -> String {
    const WORDS: [&str; 24] = [
        "the", "variable", "is", "read", "once", "when", "a", "process", "starts", "and", "value",
        "of", "each", "rank", "stays", "as", "it", "was", "until", "memory", "on", "device",
        "ends", "there",
    ];
    let chosen: Vec<_> = (0..words).map(|_| WORDS[dice.below(24)]).collect();
    chosen.join(" ")
}

/// A small generator of numbers that are the same in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}
