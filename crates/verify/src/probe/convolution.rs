//! `convolution`: how exact a convolution of cuDNN is, and what workspace its algorithms want.

use super::{Observe, Request};
use crate::gpu::dnn::{Convolution as Ready, Shape};
use crate::gpu::driver::Context;
use crate::gpu::numbers;
use crate::report::Report;

/// The probe.
#[derive(Debug)]
pub(super) struct Convolution;

const SHAPE: Shape = Shape {
    pictures: 8,
    channels: 64,
    side: 56,
};

/// So many results lie between two that are compared; the number has no divisor in common with the
/// shape.
const APART: usize = 311;

impl Observe for Convolution {
    fn observe(&self, _: &Request, report: &mut Report) -> anyhow::Result<()> {
        let context = Context::open()?;
        let Shape {
            pictures,
            channels,
            side,
        } = SHAPE;
        let x = numbers::random(pictures * channels * side * side, 3);
        let w = numbers::random(channels * channels * 9, 4);
        let input = numbers::single(&x);
        let memories = [
            context.upload(&input)?,
            context.upload(&numbers::single(&w))?,
            context.upload(&input)?,
        ];
        report.reach("describe");
        let ready = Ready::new(&context, SHAPE)?;
        if let Some(bytes) = ready.workspace() {
            report.tell("workspace", bytes.div_ceil(1 << 20));
        }
        report.reach("run");
        ready.run(&context, memories)?;
        context.synchronize()?;
        let y: Vec<f32> = context.download(memories[2])?;
        let places = (0..y.len()).step_by(APART);
        report.tell(
            "error",
            numbers::error(places.map(|at| (f64::from(y[at]), exact(&x, &w, at)))),
        );
        Ok(())
    }
}

/// One result in float64, by its place.
fn exact(x: &[f64], w: &[f64], at: usize) -> f64 {
    let Shape { channels, side, .. } = SHAPE;
    let (column, row) = (at % side, at / side % side);
    let (to, picture) = (at / (side * side) % channels, at / (side * side) / channels);
    let mut sum = 0.0;
    for from in 0..channels {
        for tap in 0..9 {
            // The border is one wide and holds zeros.
            let (down, right) = (row + tap / 3, column + tap % 3);
            if (1..=side).contains(&down) && (1..=side).contains(&right) {
                let plane = (picture * channels + from) * side * side;
                sum +=
                    x[plane + (down - 1) * side + right - 1] * w[(to * channels + from) * 9 + tap];
            }
        }
    }
    sum
}
