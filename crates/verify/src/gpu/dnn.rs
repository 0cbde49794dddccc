//! cuDNN: one convolution.

use std::mem::MaybeUninit;
use std::ptr::null_mut;

use cudarc::cudnn::sys;

use super::Failed;
use super::driver::{Context, Memory};

/// The shape of the convolution: 3x3, a border of one, as large in height and width as in pictures.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// Pictures.
    pub(crate) pictures: usize,
    /// Channels before, and after.
    pub(crate) channels: usize,
    /// Height and width.
    pub(crate) side: usize,
}

/// A convolution that is ready to run, with what cuDNN offers for it.
#[derive(Debug)]
pub(crate) struct Convolution {
    handle: sys::cudnnHandle_t,
    picture: sys::cudnnTensorDescriptor_t,
    filter: sys::cudnnFilterDescriptor_t,
    how: sys::cudnnConvolutionDescriptor_t,
    offers: Vec<sys::cudnnConvolutionFwdAlgoPerf_t>,
}

/// How many algorithms cuDNN is asked for; it has eight.
const OFFERS: i32 = 8;

fn done(call: &'static str, status: sys::cudnnStatus_t) -> Result<(), Failed> {
    if status == sys::cudnnStatus_t::CUDNN_STATUS_SUCCESS {
        return Ok(());
    }
    Err(Failed {
        call,
        name: format!("{status:?}"),
        code: status as u32,
    })
}

fn number(size: usize) -> i32 {
    i32::try_from(size).unwrap_or(i32::MAX)
}

impl Convolution {
    /// Describes it, and asks for algorithms.
    pub(crate) fn new(_: &Context, shape: Shape) -> Result<Self, Failed> {
        let mut it = Self {
            handle: null_mut(),
            picture: null_mut(),
            filter: null_mut(),
            how: null_mut(),
            offers: Vec::new(),
        };
        it.describe(shape)?;
        it.ask()?;
        Ok(it)
    }

    fn describe(&mut self, shape: Shape) -> Result<(), Failed> {
        let float = sys::cudnnDataType_t::CUDNN_DATA_FLOAT;
        let order = sys::cudnnTensorFormat_t::CUDNN_TENSOR_NCHW;
        let cross = sys::cudnnConvolutionMode_t::CUDNN_CROSS_CORRELATION;
        let (n, c, side) = (
            number(shape.pictures),
            number(shape.channels),
            number(shape.side),
        );
        // SAFETY: each pointer lives on, and each handle was given by the call before.
        unsafe {
            done("cudnnCreate", sys::cudnnCreate(&raw mut self.handle))?;
            done(
                "tensor",
                sys::cudnnCreateTensorDescriptor(&raw mut self.picture),
            )?;
            let set = sys::cudnnSetTensor4dDescriptor(self.picture, order, float, n, c, side, side);
            done("cudnnSetTensor4dDescriptor", set)?;
            done(
                "filter",
                sys::cudnnCreateFilterDescriptor(&raw mut self.filter),
            )?;
            let set = sys::cudnnSetFilter4dDescriptor(self.filter, float, order, c, c, 3, 3);
            done("cudnnSetFilter4dDescriptor", set)?;
            done(
                "convolution",
                sys::cudnnCreateConvolutionDescriptor(&raw mut self.how),
            )?;
            let set =
                sys::cudnnSetConvolution2dDescriptor(self.how, 1, 1, 1, 1, 1, 1, cross, float);
            done("cudnnSetConvolution2dDescriptor", set)
        }
    }

    fn ask(&mut self) -> Result<(), Failed> {
        let mut found = 0;
        let mut offers = [MaybeUninit::uninit(); OFFERS as usize];
        // SAFETY: cuDNN writes at most so many offers and says how many they are.
        let status = unsafe {
            sys::cudnnGetConvolutionForwardAlgorithm_v7(
                self.handle,
                self.picture,
                self.filter,
                self.how,
                self.picture,
                OFFERS,
                &raw mut found,
                offers.as_mut_ptr().cast(),
            )
        };
        done("cudnnGetConvolutionForwardAlgorithm_v7", status)?;
        let found = usize::try_from(found).unwrap_or_default();
        // SAFETY: so many were written.
        let offers = offers
            .into_iter()
            .take(found)
            .map(|it| unsafe { it.assume_init() });
        self.offers = offers
            .filter(|it: &sys::cudnnConvolutionFwdAlgoPerf_t| {
                it.status == sys::cudnnStatus_t::CUDNN_STATUS_SUCCESS
            })
            .collect();
        Ok(())
    }

    /// Bytes of the largest workspace of all algorithms on offer; none where there is no offer.
    pub(crate) fn workspace(&self) -> Option<usize> {
        self.offers.iter().map(|it| it.memory).max()
    }

    /// Runs the first algorithm on offer.
    pub(crate) fn run(&self, context: &Context, [x, w, y]: [Memory; 3]) -> Result<(), Failed> {
        let Some(offer) = self.offers.first() else {
            let name = "no algorithm".to_owned();
            return Err(Failed {
                call: "cudnnGetConvolutionForwardAlgorithm_v7",
                name,
                code: 0,
            });
        };
        let work = context.allocate(offer.memory.max(1))?;
        let (one, zero) = (1.0f32, 0.0f32);
        // SAFETY: the memories have the sizes of their descriptions, the workspace that of the
        // offer.
        let status = unsafe {
            let set = sys::cudnnSetConvolutionMathType(self.how, offer.mathType);
            done("cudnnSetConvolutionMathType", set)?;
            sys::cudnnConvolutionForward(
                self.handle,
                (&raw const one).cast(),
                self.picture,
                x.address as *const _,
                self.filter,
                w.address as *const _,
                self.how,
                offer.algo,
                work.address as *mut _,
                offer.memory,
                (&raw const zero).cast(),
                self.picture,
                y.address as *mut _,
            )
        };
        done("cudnnConvolutionForward", status)
    }
}
