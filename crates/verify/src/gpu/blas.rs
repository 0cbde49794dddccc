//! cuBLAS: a handle and products.

use std::ptr::null_mut;

use cudarc::cublas::sys;

use super::Failed;
use super::driver::{Context, Memory};

/// A handle.
#[derive(Debug)]
pub(crate) struct Blas(sys::cublasHandle_t);

fn done(call: &'static str, status: sys::cublasStatus_t) -> Result<(), Failed> {
    if status == sys::cublasStatus_t::CUBLAS_STATUS_SUCCESS {
        return Ok(());
    }
    Err(Failed {
        call,
        name: format!("{status:?}"),
        code: status as u32,
    })
}

/// A product of square matrices with `n` rows: one function of cuBLAS for each type of number.
macro_rules! product {
    ($name:ident, $function:ident, $number:ty, $says:literal) => {
        #[doc = $says]
        pub(crate) fn $name(&self, n: i32, [a, b, c]: [Memory; 3]) -> Result<(), Failed> {
            let (one, zero): ($number, $number) = (1.0, 0.0);
            let plain = sys::cublasOperation_t::CUBLAS_OP_N;
            // SAFETY: each memory holds n times n numbers of this type.
            let status = unsafe {
                sys::$function(
                    self.0,
                    plain,
                    plain,
                    n,
                    n,
                    n,
                    &raw const one,
                    a.address as *const $number,
                    n,
                    b.address as *const $number,
                    n,
                    &raw const zero,
                    c.address as *mut $number,
                    n,
                )
            };
            done(stringify!($function), status)
        }
    };
}

impl Blas {
    /// `cublasCreate`.
    pub(crate) fn create(_: &Context) -> Result<Self, Failed> {
        let mut handle = null_mut();
        // SAFETY: the pointer is to a handle that lives on.
        done("cublasCreate_v2", unsafe {
            sys::cublasCreate_v2(&raw mut handle)
        })?;
        Ok(Self(handle))
    }

    /// Allows TF32, as a program does that asks for it.
    pub(crate) fn allow_tf32(&self) -> Result<(), Failed> {
        let mode = sys::cublasMath_t::CUBLAS_TF32_TENSOR_OP_MATH;
        // SAFETY: the handle is good.
        done("cublasSetMathMode", unsafe {
            sys::cublasSetMathMode(self.0, mode)
        })
    }

    product!(single, cublasSgemm_v2, f32, "A product in float32");
    product!(double, cublasDgemm_v2, f64, "A product in float64");
}
