//! NCCL: communicators and one all-reduce.

use std::ptr::null_mut;

use cudarc::nccl::sys;

use super::Failed;
use super::driver::{Context, Memory, Stream};

/// What NCCL returns while it is at work.
pub(crate) const IN_PROGRESS: u32 = sys::ncclResult_t::ncclInProgress as u32;

/// A communicator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Communicator(sys::ncclComm_t);

/// What ranks meet by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting(sys::ncclUniqueId);

fn done(call: &'static str, result: sys::ncclResult_t) -> Result<(), Failed> {
    if result == sys::ncclResult_t::ncclSuccess {
        return Ok(());
    }
    Err(Failed {
        call,
        name: format!("{result:?}"),
        code: result as u32,
    })
}

impl Meeting {
    /// A new one; where `NCCL_COMM_ID` is set, all processes make the same.
    pub(crate) fn new() -> Result<Self, Failed> {
        let mut id = sys::ncclUniqueId { internal: [0; 128] };
        // SAFETY: the pointer is to an id that lives on.
        done("ncclGetUniqueId", unsafe {
            sys::ncclGetUniqueId(&raw mut id)
        })?;
        Ok(Self(id))
    }

    /// Joins as one rank of so many: the communicator, and what the call returned.
    pub(crate) fn join(self, _: &Context, ranks: i32, rank: i32) -> (Communicator, u32) {
        let mut comm = null_mut();
        // SAFETY: the pointer is to a handle that lives on.
        let result = unsafe { sys::ncclCommInitRank(&raw mut comm, ranks, self.0, rank) };
        (Communicator(comm), result as u32)
    }

    /// Joins as all of so many ranks at once, on one GPU: the communicators, and what the group
    /// returned.
    pub(crate) fn join_all(self, _: &Context, ranks: i32) -> (Vec<Communicator>, u32) {
        let count = usize::try_from(ranks).unwrap_or_default();
        let mut handles = vec![null_mut(); count];
        // SAFETY: the handles stay where they are until the group has ended, which is when NCCL
        // writes them.
        let result = unsafe {
            sys::ncclGroupStart();
            for (rank, handle) in (0..ranks).zip(handles.iter_mut()) {
                sys::ncclCommInitRank(handle, ranks, self.0, rank);
            }
            sys::ncclGroupEnd()
        };
        (
            handles.into_iter().map(Communicator).collect(),
            result as u32,
        )
    }
}

impl Communicator {
    /// How it stands: 7 while it is at work.
    pub(crate) fn state(self) -> Result<u32, Failed> {
        let mut state = sys::ncclResult_t::ncclSuccess;
        // SAFETY: the communicator was given by NCCL.
        let result = unsafe { sys::ncclCommGetAsyncError(self.0, &raw mut state) };
        done("ncclCommGetAsyncError", result)?;
        Ok(state as u32)
    }
}

/// The sum over all of these ranks, of `count` numbers in float32 for each, in place.
pub(crate) fn sum(ranks: &[(Communicator, Memory, Stream)], count: usize) -> Result<(), Failed> {
    let (kind, how) = (sys::ncclDataType_t::ncclFloat32, sys::ncclRedOp_t::ncclSum);
    // SAFETY: each memory holds so many numbers, and all handles were given by their libraries.
    unsafe {
        done("ncclGroupStart", sys::ncclGroupStart())?;
        for (comm, memory, stream) in ranks {
            let at = memory.address;
            let (from, to) = (at as *const _, at as *mut _);
            let stream = stream.0.cast();
            let begun = sys::ncclAllReduce(from, to, count, kind, how, comm.0, stream);
            done("ncclAllReduce", begun)?;
        }
        done("ncclGroupEnd", sys::ncclGroupEnd())
    }
}
