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

    /// A product in float32 of square matrices with `n` rows.
    pub(crate) fn single(&self, n: i32, [a, b, c]: [Memory; 3]) -> Result<(), Failed> {
        let (one, zero, plain) = (1.0f32, 0.0f32, sys::cublasOperation_t::CUBLAS_OP_N);
        // SAFETY: each memory holds n times n numbers of this type.
        let status = unsafe {
            sys::cublasSgemm_v2(
                self.0,
                plain,
                plain,
                n,
                n,
                n,
                &raw const one,
                a.address as *const f32,
                n,
                b.address as *const f32,
                n,
                &raw const zero,
                c.address as *mut f32,
                n,
            )
        };
        done("cublasSgemm_v2", status)
    }

    /// A product in float64.
    pub(crate) fn double(&self, n: i32, [a, b, c]: [Memory; 3]) -> Result<(), Failed> {
        let (one, zero, plain) = (1.0f64, 0.0f64, sys::cublasOperation_t::CUBLAS_OP_N);
        // SAFETY: each memory holds n times n numbers of this type.
        let status = unsafe {
            sys::cublasDgemm_v2(
                self.0,
                plain,
                plain,
                n,
                n,
                n,
                &raw const one,
                a.address as *const f64,
                n,
                b.address as *const f64,
                n,
                &raw const zero,
                c.address as *mut f64,
                n,
            )
        };
        done("cublasDgemm_v2", status)
    }
}
