//! The picture that other sites show beside a link to a page (OpenGraph): name, sentence, facts.
//!
//! Pictures are named by complete addresses, so they are made only where the build knows the
//! site's origin. A picture is a PNG of 1200 by 630 pixels in shades between two colours; letters
//! come from the fonts in `fonts/`, which hold Latin only, so every language shows the English one.

use ab_glyph::{Font, FontRef, PxScale, ScaleFont, point};
use readpoint_catalog::Catalog;
use readpoint_content::{Front, Page};

use crate::html::plain;

const WIDTH: usize = 1200;
const HEIGHT: usize = 630;
const LEFT: f32 = 84.0;
/// Right end of lines.
const RIGHT: f32 = 1116.0;
const PAPER: [f32; 3] = [251.0, 250.0, 246.0];
const INK: [f32; 3] = [33.0, 36.0, 44.0];
/// The bar at the left edge, the last entry of the palette.
const BAR: [u8; 3] = [31, 98, 84];
/// Shades from paper to ink.
const SHADES: usize = 32;

/// What a picture says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Card {
    /// The page's title; code in the case of a variable.
    pub(crate) title: String,
    /// Whether the title is the name of a variable.
    pub(crate) code: bool,
    /// One sentence, plain.
    pub(crate) summary: String,
    /// The line at the foot.
    pub(crate) foot: String,
}

impl Card {
    /// The picture of a page of content.
    pub(crate) fn of(page: &Page, catalog: &Catalog) -> Self {
        let foot = match &page.front {
            Front::Variable(variable) => {
                let component = catalog
                    .components
                    .iter()
                    .find(|it| it.id == variable.component);
                let reader = component.map_or(variable.component.as_str(), |it| &it.title);
                let default = variable.default.as_deref().unwrap_or("unset");
                format!("Readpoint · read by {reader} · default {default}")
            }
            Front::Rule(rule) => format!("Readpoint · what the checker says · {}", rule.code),
            _ => "Readpoint · environment variables of PyTorch on CUDA".to_owned(),
        };
        Self {
            title: page.title(),
            code: matches!(page.front, Front::Variable(_)),
            summary: plain(page.summary()),
            foot,
        }
    }

    /// The picture of every other page.
    pub(crate) fn of_site(variables: usize) -> Self {
        Self {
            title: "Readpoint".to_owned(),
            code: false,
            summary:
                "The verified reference for the environment variables of PyTorch on CUDA, and a \
                checker for launch texts."
                    .to_owned(),
            foot: format!("{variables} variables · by release · with evidence"),
        }
    }
}

/// Where the picture of a page lies.
pub(crate) fn address(url: &str) -> String {
    match url.trim_end_matches('/') {
        "" => "cards/home.png".to_owned(),
        url => format!("cards/{url}.png"),
    }
}

/// The fonts of all pictures.
pub(crate) struct Painter {
    mono: FontRef<'static>,
    serif: FontRef<'static>,
}

impl Painter {
    /// None where the fonts cannot be read, which the tests exclude.
    pub(crate) fn new() -> Option<Self> {
        let mono = include_bytes!("../fonts/inconsolata.ttf");
        let serif = include_bytes!("../fonts/source-serif.ttf");
        Some(Self {
            mono: FontRef::try_from_slice(mono).ok()?,
            serif: FontRef::try_from_slice(serif).ok()?,
        })
    }

    /// The picture as a PNG.
    pub(crate) fn png(&self, card: &Card) -> Vec<u8> {
        let mut canvas = Canvas::new();
        let title = if card.code { &self.mono } else { &self.serif };
        let size = if card.title.len() > 40 { 58.0 } else { 72.0 };
        let mut y = 170.0;
        for line in wrapped(title, size, &card.title).iter().take(3) {
            canvas.line(title, size, y, line);
            y += size * 1.12;
        }
        y += 34.0;
        for line in wrapped(&self.serif, 38.0, &card.summary).iter().take(4) {
            canvas.line(&self.serif, 38.0, y, line);
            y += 52.0;
        }
        canvas.line(&self.serif, 30.0, 570.0, &card.foot);
        canvas.png()
    }
}

fn width(font: &FontRef<'_>, size: f32, text: &str) -> f32 {
    let font = font.as_scaled(PxScale::from(size));
    text.chars().map(|c| font.h_advance(font.glyph_id(c))).sum()
}

/// A text in lines; it breaks at blanks, and after `_` in names.
fn wrapped(font: &FontRef<'_>, size: f32, text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_inclusive([' ', '_']) {
        match lines.last_mut() {
            Some(line)
                if width(font, size, &format!("{line}{}", word.trim_end())) <= RIGHT - LEFT =>
            {
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

struct Canvas {
    /// One entry of the palette for each pixel.
    pixels: Vec<u8>,
}

impl Canvas {
    fn new() -> Self {
        let mut pixels = vec![0; WIDTH * HEIGHT];
        for row in pixels.chunks_exact_mut(WIDTH) {
            row[..22].fill(SHADES as u8);
        }
        Self { pixels }
    }

    /// Writes a line with its foot at `y`.
    fn line(&mut self, font: &FontRef<'_>, size: f32, y: f32, text: &str) {
        let scaled = font.as_scaled(PxScale::from(size));
        let mut x = LEFT;
        for c in text.chars() {
            let id = scaled.glyph_id(c);
            let glyph = id.with_scale_and_position(PxScale::from(size), point(x, y));
            x += scaled.h_advance(id);
            if let Some(outline) = font.outline_glyph(glyph) {
                let bounds = outline.px_bounds();
                outline.draw(|dx, dy, cover| {
                    self.ink(
                        bounds.min.x as usize + dx as usize,
                        bounds.min.y as usize + dy as usize,
                        cover,
                    );
                });
            }
        }
    }

    fn ink(&mut self, x: usize, y: usize, cover: f32) {
        if x >= WIDTH || y >= HEIGHT {
            return;
        }
        let shade = (cover * (SHADES - 1) as f32).round() as u8;
        let pixel = &mut self.pixels[y * WIDTH + x];
        *pixel = (*pixel).max(shade.min(SHADES as u8 - 1));
    }

    fn png(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, WIDTH as u32, HEIGHT as u32);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        encoder.set_palette(palette());
        let written = encoder
            .write_header()
            .and_then(|mut writer| writer.write_image_data(&self.pixels));
        // Writing to memory fails for no picture of this size.
        written.map(|()| bytes).unwrap_or_default()
    }
}

fn palette() -> Vec<u8> {
    let shade = |at: usize| {
        let part = at as f32 / (SHADES - 1) as f32;
        PAPER
            .iter()
            .zip(INK)
            .map(move |(paper, ink)| (paper + (ink - paper) * part) as u8)
    };
    (0..SHADES).flat_map(shade).chain(BAR).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_letters_and_the_right_size() {
        let painter = Painter::new().expect("the fonts of this crate are sound");
        let card = Card {
            title: "NCCL_SOCKET_IFNAME".to_owned(),
            code: true,
            summary: "Which interfaces NCCL uses.".to_owned(),
            foot: "Readpoint".to_owned(),
        };
        let png = painter.png(&card);
        let mut reader = png::Decoder::new(std::io::Cursor::new(&png))
            .read_info()
            .expect("a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut pixels).expect("a frame");
        assert_eq!((info.width, info.height), (1200, 630));
        let inked = pixels
            .iter()
            .filter(|&&it| usize::from(it) == SHADES - 1)
            .count();
        assert!(inked > 3000, "{inked}");
        let empty = painter.png(&Card {
            title: String::new(),
            code: false,
            summary: String::new(),
            foot: String::new(),
        });
        assert!(empty.len() < png.len());
    }
}
