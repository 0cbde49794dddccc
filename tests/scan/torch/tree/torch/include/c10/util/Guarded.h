#if !defined(TORCH_STABLE_ONLY) && !defined(TORCH_TARGET_VERSION)
#pragma once
// In the repository this is line 2, and the read is in line 4.
namespace c10 {
inline bool guarded() { return c10::utils::check_env("RP_GUARDED") == true; }
} // namespace c10
#else
#error "not included"
#endif
