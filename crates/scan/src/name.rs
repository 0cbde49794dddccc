//! What names of environment variables look like.

/// Capitals, digits and at least one underscore: what a name of a variable usually is.
pub(crate) fn looks_like_one(text: &str) -> bool {
    let mut characters = text.chars();
    let first = characters.next().is_some_and(|it| it.is_ascii_uppercase());
    let rest = |it: char| it.is_ascii_uppercase() || it.is_ascii_digit() || it == '_';
    first && text.contains('_') && text.len() > 3 && characters.all(rest) && !text.ends_with('_')
}

/// Letters, digits and underscores, and `*` for what is not known.
pub(crate) fn can_be_name(text: &str) -> bool {
    let first = text.chars().next();
    first.is_some_and(|it| it.is_alphabetic() || it == '_' || it == '*')
        && text
            .chars()
            .all(|it| it.is_alphanumeric() || "_*()".contains(it))
}

/// Whether a text has the beginning of a name that this stack reads, and is not a constant of some
/// interface (`CUDNN_STATUS_SUCCESS`).
pub(crate) fn is_known_kind(text: &str) -> bool {
    let begins = |of: &[&str]| of.iter().any(|it| text.starts_with(it));
    begins(PREFIXES) && !begins(CONSTANTS)
}

const PREFIXES: &[&str] = &[
    "AOTI",
    "ATEN_",
    "CAL_",
    "CUBLAS",
    "CUDA_",
    "CUDNN_",
    "CUFILE_",
    "CUPTI_",
    "CUSOLVER",
    "CUSPARSE",
    "CUTE_",
    "CU_",
    "DISABLE_",
    "DNNL_",
    "ENABLE_",
    "FBGEMM_",
    "GLOO_",
    "GOMP_",
    "HYDRA_",
    "INTEL_",
    "KINETO_",
    "KMP_",
    "LTC_",
    "MAGMA_",
    "MASTER_",
    "MIOPEN_",
    "MKL_",
    "MSLK_",
    "NCCL_",
    "NVIDIA_",
    "NVJITLINK_",
    "NVLOG_",
    "NVML_",
    "NVRTC_",
    "NVSHMEM_",
    "NVBLAS_",
    "NVTX_",
    "NV_",
    "OMPI_",
    "OMP_",
    "OPENBLAS_",
    "ONEDNN_",
    "PALS_",
    "PMIX_",
    "PMI_",
    "PYTORCH_",
    "SLURM_",
    "TEARDOWN_",
    "TORCHCOMM_",
    "TORCHELASTIC_",
    "TORCHINDUCTOR_",
    "TORCH_",
    "UCX_",
    "USE_",
];

const CONSTANTS: &[&str] = &[
    "CUBLASLT_MATMUL_",
    "CUBLASLT_ORDER_",
    "CUBLAS_COMPUTE_",
    "CUBLAS_GEMM_",
    "CUBLAS_OP_",
    "CUBLAS_STATUS_",
    "CUDA_API_",
    "CUDA_C_",
    "CUDA_ERROR_",
    "CUDA_R_",
    "CUDNN_ATTR_",
    "CUDNN_BACKEND_",
    "CUDNN_BEHAVIOR_",
    "CUDNN_DATA_",
    "CUDNN_KNOB_",
    "CUDNN_NUMERICAL_",
    "CUDNN_OPS_",
    "CUDNN_POINTWISE_",
    "CUDNN_STATUS_",
    "CUDNN_TENSOR_",
    "CUDNN_TYPE_",
    "CUFILE_DRIVER_",
    "CUPTI_ACTIVITY_",
    "CUPTI_ERROR_",
    "CUSOLVER_STATUS_",
    "CUSPARSE_STATUS_",
    "CU_DEVICE_",
    "CU_MEM",
    "CU_TENSOR",
    "MKL_DOMAIN_ALL",
    "MKL_DOMAIN_BLAS",
    "MKL_DOMAIN_FFT",
    "MKL_DOMAIN_PARDI",
    "MKL_DOMAIN_VML",
    "NCCL_CTA_POLICY_",
    "NVML_ERROR_",
    "NVRTC_ERROR_",
    "NVSHMEM_ERROR_",
];
