//! The driver: devices, a context, memory, modules, launches.

use std::ffi::{CStr, CString, c_void};
use std::marker::PhantomData;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};

use cudarc::driver::sys;

use super::{Failed, kernels};

/// What a call returns when it did what it should.
pub(crate) const SUCCESS: u32 = 0;

/// The driver's library, loaded. The value exists only where it is there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Driver(());

/// The number of a result.
fn code(result: sys::CUresult) -> u32 {
    result as u32
}

fn done(call: &'static str, result: sys::CUresult) -> Result<(), Failed> {
    if code(result) == SUCCESS {
        return Ok(());
    }
    Err(Failed {
        call,
        name: format!("{result:?}"),
        code: code(result),
    })
}

impl Driver {
    /// Loads the library.
    ///
    /// # Errors
    ///
    /// There is none.
    pub(crate) fn load() -> anyhow::Result<Self> {
        // SAFETY: the library's initialisers run, as they do in any program that loads it.
        let there = unsafe { sys::is_culib_present() };
        anyhow::ensure!(
            there,
            "there is no NVIDIA driver: libcuda.so.1 was not found"
        );
        Ok(Self(()))
    }

    /// `cuInit`: its result as a number.
    pub(crate) fn init(self) -> u32 {
        // SAFETY: takes a number.
        code(unsafe { sys::cuInit(0) })
    }

    /// `cuInit`, where it must succeed.
    pub(crate) fn start(self) -> Result<Self, Failed> {
        // SAFETY: takes a number.
        done("cuInit", unsafe { sys::cuInit(0) })?;
        Ok(self)
    }

    /// The CUDA version that the driver offers, as `12.8`.
    pub(crate) fn version(self) -> Result<String, Failed> {
        let mut version = 0;
        // SAFETY: the pointer is to a number that lives on.
        done("cuDriverGetVersion", unsafe {
            sys::cuDriverGetVersion(&raw mut version)
        })?;
        Ok(format!("{}.{}", version / 1000, version % 1000 / 10))
    }

    /// How many GPUs the process sees.
    pub(crate) fn count(self) -> Result<i32, Failed> {
        let mut count = 0;
        // SAFETY: the pointer is to a number that lives on.
        done("cuDeviceGetCount", unsafe {
            sys::cuDeviceGetCount(&raw mut count)
        })?;
        Ok(count)
    }

    /// The first GPU.
    pub(crate) fn first(self) -> Result<Device, Failed> {
        let mut device = 0;
        // SAFETY: the pointer is to a number that lives on.
        done("cuDeviceGet", unsafe {
            sys::cuDeviceGet(&raw mut device, 0)
        })?;
        Ok(Device(device))
    }

    /// How modules are loaded: 1 eager, 2 lazy.
    pub(crate) fn loading_mode(self) -> Result<u32, Failed> {
        let mut mode = sys::CUmoduleLoadingMode::CU_MODULE_EAGER_LOADING;
        // SAFETY: the pointer is to a value that lives on.
        done("cuModuleGetLoadingMode", unsafe {
            sys::cuModuleGetLoadingMode(&raw mut mode)
        })?;
        Ok(mode as u32)
    }

    /// Asks for core dumps on or off, for the whole process.
    pub(crate) fn set_coredump(self, on: bool) -> Result<(), Failed> {
        let attribute = sys::CUcoredumpSettings::CU_COREDUMP_ENABLE_ON_EXCEPTION;
        let (mut on, mut size) = (on, size_of::<bool>());
        // SAFETY: the attribute is a bool, and both pointers live on.
        let result = unsafe {
            sys::cuCoredumpSetAttributeGlobal(attribute, (&raw mut on).cast(), &raw mut size)
        };
        done("cuCoredumpSetAttributeGlobal", result)
    }

    /// Whether core dumps are on.
    pub(crate) fn coredump(self) -> Result<bool, Failed> {
        let attribute = sys::CUcoredumpSettings::CU_COREDUMP_ENABLE_ON_EXCEPTION;
        let (mut on, mut size) = (0u8, size_of::<u8>());
        // SAFETY: the attribute is one byte, and both pointers live on.
        let result = unsafe {
            sys::cuCoredumpGetAttributeGlobal(attribute, (&raw mut on).cast(), &raw mut size)
        };
        done("cuCoredumpGetAttributeGlobal", result)?;
        Ok(on != 0)
    }
}

/// A GPU.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Device(sys::CUdevice);

impl Device {
    /// Its place on the PCI bus.
    pub(crate) fn bus(self) -> Result<String, Failed> {
        let mut text = [0; 32];
        // SAFETY: the driver writes at most that many bytes, with a 0 at the end.
        let result = unsafe { sys::cuDeviceGetPCIBusId(text.as_mut_ptr(), 32, self.0) };
        done("cuDeviceGetPCIBusId", result)?;
        // SAFETY: as above.
        let text = unsafe { CStr::from_ptr(text.as_ptr()) };
        Ok(text.to_string_lossy().into_owned())
    }

    /// Its UUID as `nvidia-smi` writes it.
    pub(crate) fn uuid(self) -> Result<String, Failed> {
        let mut uuid = sys::CUuuid { bytes: [0; 16] };
        // SAFETY: the pointer is to sixteen bytes that live on.
        done("cuDeviceGetUuid_v2", unsafe {
            sys::cuDeviceGetUuid_v2(&raw mut uuid, self.0)
        })?;
        let hex: String = uuid
            .bytes
            .iter()
            .map(|it| format!("{:02x}", it.cast_unsigned()))
            .collect();
        let parts = [
            &hex[..8],
            &hex[8..12],
            &hex[12..16],
            &hex[16..20],
            &hex[20..],
        ];
        Ok(format!("GPU-{}", parts.join("-")))
    }

    /// How many multiprocessors it has.
    pub(crate) fn multiprocessors(self) -> Result<i32, Failed> {
        let what = sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
        let mut count = 0;
        // SAFETY: the pointer is to a number that lives on.
        let result = unsafe { sys::cuDeviceGetAttribute(&raw mut count, what, self.0) };
        done("cuDeviceGetAttribute", result)?;
        Ok(count)
    }

    /// Its primary context, made current in this thread; the libraries use the same one.
    pub(crate) fn context(self) -> Result<Context, Failed> {
        let mut context = null_mut();
        // SAFETY: the pointer is to a handle that lives on.
        let result = unsafe { sys::cuDevicePrimaryCtxRetain(&raw mut context, self.0) };
        done("cuDevicePrimaryCtxRetain", result)?;
        // SAFETY: the context was given above and is never released.
        done("cuCtxSetCurrent", unsafe { sys::cuCtxSetCurrent(context) })?;
        Ok(Context(PhantomData))
    }
}

/// A current context of the first GPU. It ends with the process; so does all that is made in it.
#[derive(Debug)]
pub(crate) struct Context(PhantomData<*const ()>);

/// Memory on the GPU.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    /// Its address.
    pub(crate) address: u64,
    bytes: usize,
}

/// Numbers that are copied as they are.
pub(crate) trait Number: Copy + Default {}
impl Number for f32 {}
impl Number for f64 {}

/// A stream; the default one is null.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stream(pub(crate) sys::CUstream);

/// A loaded module.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Module(sys::CUmodule);

/// A kernel with one parameter or none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel(sys::CUfunction);

impl Context {
    /// Driver, first GPU and context, each of which must be there.
    pub(crate) fn open() -> anyhow::Result<Self> {
        Ok(Driver::load()?.start()?.first()?.context()?)
    }

    /// MiB of GPU memory: free, and all there is.
    pub(crate) fn memory(&self) -> Result<(u64, u64), Failed> {
        let (mut free, mut total) = (0, 0);
        // SAFETY: both pointers live on.
        done("cuMemGetInfo_v2", unsafe {
            sys::cuMemGetInfo_v2(&raw mut free, &raw mut total)
        })?;
        Ok(((free >> 20) as u64, (total >> 20) as u64))
    }

    /// MiB of GPU memory in use, by whomever.
    pub(crate) fn used(&self) -> Result<u64, Failed> {
        let (free, total) = self.memory()?;
        Ok(total.saturating_sub(free))
    }

    /// Memory for so many bytes.
    pub(crate) fn allocate(&self, bytes: usize) -> Result<Memory, Failed> {
        let mut address = 0;
        // SAFETY: the pointer is to a number that lives on.
        done("cuMemAlloc_v2", unsafe {
            sys::cuMemAlloc_v2(&raw mut address, bytes)
        })?;
        Ok(Memory { address, bytes })
    }

    /// Fills memory with a byte.
    pub(crate) fn fill(&self, memory: Memory, byte: u8) -> Result<(), Failed> {
        // SAFETY: the memory has so many bytes.
        let result = unsafe { sys::cuMemsetD8_v2(memory.address, byte, memory.bytes) };
        done("cuMemsetD8_v2", result)
    }

    /// Numbers in GPU memory.
    pub(crate) fn upload<T: Number>(&self, numbers: &[T]) -> Result<Memory, Failed> {
        let memory = self.allocate(size_of_val(numbers))?;
        let from = numbers.as_ptr().cast();
        // SAFETY: both sides have so many bytes.
        let result = unsafe { sys::cuMemcpyHtoD_v2(memory.address, from, memory.bytes) };
        done("cuMemcpyHtoD_v2", result)?;
        Ok(memory)
    }

    /// Numbers from GPU memory, once all work is done.
    pub(crate) fn download<T: Number>(&self, memory: Memory) -> Result<Vec<T>, Failed> {
        let mut numbers = vec![T::default(); memory.bytes / size_of::<T>()];
        let to: *mut c_void = numbers.as_mut_ptr().cast();
        let bytes = size_of_val(numbers.as_slice());
        // SAFETY: both sides have so many bytes, and any bits are a number.
        let result = unsafe { sys::cuMemcpyDtoH_v2(to, memory.address, bytes) };
        done("cuMemcpyDtoH_v2", result)?;
        Ok(numbers)
    }

    /// `cuModuleLoadData`: the module, or why not.
    pub(crate) fn load(&self, ptx: &CString) -> Result<Module, Failed> {
        let mut module = null_mut();
        // SAFETY: the text ends with a 0.
        let result = unsafe { sys::cuModuleLoadData(&raw mut module, ptx.as_ptr().cast()) };
        done("cuModuleLoadData", result)?;
        Ok(Module(module))
    }

    /// A kernel of the module with the small ones.
    pub(crate) fn kernel(&self, name: &str) -> Result<Kernel, Failed> {
        self.load(&kernels::small())?.kernel(name)
    }

    /// A stream that waits for no other.
    pub(crate) fn stream(&self) -> Result<Stream, Failed> {
        let mut stream = null_mut();
        let flags = sys::CUstream_flags::CU_STREAM_NON_BLOCKING as u32;
        // SAFETY: the pointer is to a handle that lives on.
        done("cuStreamCreate", unsafe {
            sys::cuStreamCreate(&raw mut stream, flags)
        })?;
        Ok(Stream(stream))
    }

    /// Waits for all work: the result as a number.
    pub(crate) fn synchronize_code(&self) -> u32 {
        // SAFETY: takes nothing.
        code(unsafe { sys::cuCtxSynchronize() })
    }

    /// Waits for all work, which must succeed.
    pub(crate) fn synchronize(&self) -> Result<(), Failed> {
        // SAFETY: takes nothing.
        done("cuCtxSynchronize", unsafe { sys::cuCtxSynchronize() })
    }

    /// A number in the host's memory that kernels can read too.
    pub(crate) fn shared(&self) -> Result<(&'static AtomicU32, u64), Failed> {
        let (mut host, mut address) = (null_mut(), 0);
        let flags = sys::CU_MEMHOSTALLOC_DEVICEMAP;
        // SAFETY: the pointer is to a handle that lives on.
        let result = unsafe { sys::cuMemHostAlloc(&raw mut host, size_of::<u32>(), flags) };
        done("cuMemHostAlloc", result)?;
        // SAFETY: the memory was given above, is aligned, and is never given back.
        let number = unsafe { AtomicU32::from_ptr(host.cast()) };
        number.store(0, Ordering::SeqCst);
        // SAFETY: as above.
        let result = unsafe { sys::cuMemHostGetDevicePointer_v2(&raw mut address, host, 0) };
        done("cuMemHostGetDevicePointer_v2", result)?;
        Ok((number, address))
    }

    /// The flags of a graph that was instantiated without any.
    pub(crate) fn graph_flags(&self) -> Result<u64, Failed> {
        let (mut graph, mut node, mut ready) = (null_mut(), null_mut(), null_mut());
        let mut flags = 0;
        // SAFETY: each pointer lives on, and each handle was given by the call before.
        unsafe {
            done("cuGraphCreate", sys::cuGraphCreate(&raw mut graph, 0))?;
            let added = sys::cuGraphAddEmptyNode(&raw mut node, graph, null(), 0);
            done("cuGraphAddEmptyNode", added)?;
            let made = sys::cuGraphInstantiateWithFlags(&raw mut ready, graph, 0);
            done("cuGraphInstantiateWithFlags", made)?;
            done(
                "cuGraphExecGetFlags",
                sys::cuGraphExecGetFlags(ready, &raw mut flags),
            )?;
        }
        Ok(flags)
    }
}

impl Module {
    /// A kernel by its name.
    pub(crate) fn kernel(self, name: &str) -> Result<Kernel, Failed> {
        let mut kernel = null_mut();
        let name = CString::new(name).unwrap_or_default();
        // SAFETY: the name ends with a 0, and the module was given by the driver.
        let result = unsafe { sys::cuModuleGetFunction(&raw mut kernel, self.0, name.as_ptr()) };
        done("cuModuleGetFunction", result)?;
        Ok(Kernel(kernel))
    }

    /// Asks where a variable of the module lies.
    pub(crate) fn symbol(self, name: &str) -> Result<u64, Failed> {
        let (mut address, mut bytes) = (0, 0);
        let name = CString::new(name).unwrap_or_default();
        // SAFETY: the name ends with a 0, and the module was given by the driver.
        let result = unsafe {
            sys::cuModuleGetGlobal_v2(&raw mut address, &raw mut bytes, self.0, name.as_ptr())
        };
        done("cuModuleGetGlobal_v2", result)?;
        Ok(address)
    }

    /// How many of the module's kernels are loaded.
    pub(crate) fn loaded(self) -> Result<usize, Failed> {
        let mut kernels = [null_mut(); 4];
        // SAFETY: the driver writes at most four handles.
        let result = unsafe { sys::cuModuleEnumerateFunctions(kernels.as_mut_ptr(), 4, self.0) };
        done("cuModuleEnumerateFunctions", result)?;
        let mut loaded = 0;
        for kernel in kernels.into_iter().filter(|it| !it.is_null()) {
            let mut state = sys::CUfunctionLoadingState::CU_FUNCTION_LOADING_STATE_UNLOADED;
            // SAFETY: the handle was given above.
            done("cuFuncIsLoaded", unsafe {
                sys::cuFuncIsLoaded(&raw mut state, kernel)
            })?;
            loaded +=
                usize::from(state == sys::CUfunctionLoadingState::CU_FUNCTION_LOADING_STATE_LOADED);
        }
        Ok(loaded)
    }
}

impl Stream {
    /// The stream that every context has.
    pub(crate) const DEFAULT: Self = Self(null_mut());
}

impl Kernel {
    /// Launches one block of so many threads: the result as a number. The parameter is an address
    /// or a time; a kernel without parameters does not look at it.
    pub(crate) fn launch_code(self, stream: Stream, block: [u32; 3], parameter: u64) -> u32 {
        let mut parameter = parameter;
        let mut parameters: [*mut c_void; 1] = [(&raw mut parameter).cast()];
        let [x, y, z] = block;
        // SAFETY: the kernels here take eight bytes or nothing; the driver copies them.
        code(unsafe {
            sys::cuLaunchKernel(
                self.0,
                1,
                1,
                1,
                x,
                y,
                z,
                0,
                stream.0,
                parameters.as_mut_ptr(),
                null_mut(),
            )
        })
    }

    /// Launches one thread, which must succeed.
    pub(crate) fn launch(self, stream: Stream, parameter: u64) -> Result<(), Failed> {
        match self.launch_code(stream, [1, 1, 1], parameter) {
            SUCCESS => Ok(()),
            code => Err(Failed {
                call: "cuLaunchKernel",
                name: "an error".to_owned(),
                code,
            }),
        }
    }
}
