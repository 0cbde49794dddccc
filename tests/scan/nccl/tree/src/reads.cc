// Not read: getenv("RP_IN_COMMENT")
/* nor getenv("RP_IN_BLOCK_COMMENT") */
#include "names.h"

extern int64_t ncclParamElsewhere();

NCCL_PARAM(SymNoWinEnable, "SYM_NOWIN_ENABLE", 0);
NCCL_PARAM(Size, "RP_SIZE", /*64 kiB=*/1 << 16);
DEFINE_NCCL_PARAM(ncclParamLevel, ncclLevel, NCCL_RP_LEVEL, NCCL_LOG_NONE,
                  FLAG_A | FLAG_B, ncclParamOneOf<ncclLevel>(makeOptions(makeOption("A", 1))),
                  "A text, with a comma");

static const char* text = "getenv(\"RP_IN_STRING\")";
static bool global = std::getenv("RP_GLOBAL") != nullptr;

namespace rp {
namespace {
const char* anonymous() { return getenv("RP_ANONYMOUS"); }
} // namespace

struct Group {
  bool member();
  bool inside() const { return ncclGetEnv("RP_INSIDE"); }
};

bool Group::member() {
  const char* name = kName;
  auto lambda = [&]() { return ::getenv(name); };
  const auto other = getenv(kOther.c_str());
  return lambda() || other || getenv(RP_MACRO_NAME);
}

void lines() {
  const char* value = getenv(
      "RP_MANY_"
      "LINES");
  const char* either = getenv(value ? "RP_YES" : "RP_NO");
  for (const char* each : {"RP_LOOP_A", "RP_LOOP_B"}) {
    getenv(each);
  }
  std::string built = std::string("RP_") + "BUILT";
  getenv(built.c_str());
  getenv(("RP_HALF_" + unknown()).c_str());
  setenv("RP_ONLY_SET", "1", 1);
}
} // namespace rp

#if 0
static bool dead = getenv("RP_DEAD");
#endif

#define READ(name) getenv("RP_READ_" #name)
#define IN_MACRO(x)                    \
  do {                                 \
    x = /* a comment */ getenv("RP_IN_MACRO"); \
  } while (0)

bool used() { return READ(USED); }

class Deprecated {
  C10_DEPRECATED_MESSAGE("use (something) else")
  static std::string old() { return ""; }

  static const char* current() { return getenv("RP_AFTER_DECORATION"); }
};
