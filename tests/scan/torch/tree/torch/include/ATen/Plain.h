#pragma once
namespace at {
class TORCH_API Context {
  bool flag = c10::utils::check_env("RP_CONTEXT") == true;
};
} // namespace at
