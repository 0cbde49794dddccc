//! `matrix-product`: how exact a product of cuBLAS is, and whether it is the same each time.

use serde::Deserialize;

use super::{Observe, Request};
use crate::gpu::blas::Blas;
use crate::gpu::driver::{Context, Memory};
use crate::gpu::{Failed, numbers};
use crate::report::Report;

/// The probe.
#[derive(Debug)]
pub(super) struct MatrixProduct;

/// Rows of the matrices.
const ROWS: usize = 1024;

/// So many columns lie between two that are compared.
const APART: usize = 64;

/// How often the product is made.
const TIMES: usize = 10;

#[derive(Deserialize)]
struct Parameters {
    #[serde(default, rename = "type")]
    kind: Kind,
    #[serde(default)]
    math: Math,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    #[default]
    Float32,
    Float64,
}

#[derive(Default, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Math {
    #[default]
    Default,
    Tf32,
}

impl Observe for MatrixProduct {
    fn observe(&self, request: &Request, report: &mut Report) -> anyhow::Result<()> {
        let parameters: Parameters = request.parameters()?;
        let context = Context::open()?;
        let blas = Blas::create(&context)?;
        if parameters.math == Math::Tf32 {
            blas.allow_tf32()?;
        }
        let (a, b) = (
            numbers::random(ROWS * ROWS, 1),
            numbers::random(ROWS * ROWS, 2),
        );
        let memories = parameters.kind.upload(&context, &a, &b)?;
        report.reach("product");
        let mut products = Vec::new();
        for _ in 0..TIMES {
            products.push(parameters.kind.multiply(&context, &blas, memories)?);
        }
        report.tell("same", products.windows(2).all(|pair| pair[0] == pair[1]));
        let product = products.swap_remove(0);
        report.tell(
            "bits",
            numbers::bits(product.iter().flat_map(|it| it.to_ne_bytes())),
        );
        report.tell("error", error(&product, &a, &b));
        Ok(())
    }
}

impl Kind {
    /// Both matrices and room for the product.
    fn upload(self, context: &Context, a: &[f64], b: &[f64]) -> Result<[Memory; 3], Failed> {
        match self {
            Self::Float32 => {
                let (a, b) = (numbers::single(a), numbers::single(b));
                Ok([
                    context.upload(&a)?,
                    context.upload(&b)?,
                    context.upload(&a)?,
                ])
            }
            Self::Float64 => Ok([context.upload(a)?, context.upload(b)?, context.upload(a)?]),
        }
    }

    fn multiply(
        self,
        context: &Context,
        blas: &Blas,
        memories: [Memory; 3],
    ) -> Result<Vec<f64>, Failed> {
        let rows = i32::try_from(ROWS).unwrap_or_default();
        match self {
            Self::Float32 => {
                blas.single(rows, memories)?;
                context.synchronize()?;
                let product: Vec<f32> = context.download(memories[2])?;
                Ok(product.into_iter().map(f64::from).collect())
            }
            Self::Float64 => {
                blas.double(rows, memories)?;
                context.synchronize()?;
                context.download(memories[2])
            }
        }
    }
}

fn error(product: &[f64], a: &[f64], b: &[f64]) -> f64 {
    let columns = (0..ROWS).step_by(APART);
    let places = columns.flat_map(|column| (0..ROWS).map(move |row| (row, column)));
    numbers::error(places.map(|(row, column)| {
        let exact = numbers::product(a, b, ROWS, row, column);
        (product[row + column * ROWS], exact)
    }))
}
