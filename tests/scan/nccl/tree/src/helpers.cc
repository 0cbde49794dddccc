#include <vector>

static int getEnvInt(const char* name, int fallback) {
  const char* value = getenv(name);
  return value ? atoi(value) : fallback;
}

int getEnvTwice(const char* suffix) { return getEnvInt(("RP_TWICE_" + std::string(suffix)).c_str(), 3); }

int use() { return getEnvInt("RP_INT", 5); }

namespace c10d {
static std::vector<std::string> RP_BLOCKING = {
    "RP_BLOCKING",
    "RP_BLOCKING_OLD"};
static std::vector<std::string> colours = {"RP_RED", "RP_GREEN"};

bool Group::blocking() { return getCvarBool(RP_BLOCKING, false) || getCvarInt({"RP_INLINE"}, 3); }
} // namespace c10d

static std::unordered_map<std::string, std::string> defaults = {{"RP_MAP_A", "1"}, {"RP_MAP_B", "none"}};
__hidden ncclResult_t pairs() {
  for (const auto& [key, value] : defaults) {
    getenv(key.c_str());
  }
  for (const auto& entry : defaults) {
    getenv(entry.first.c_str());
  }
}
