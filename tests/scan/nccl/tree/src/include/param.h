const char* ncclGetEnv(const char* name);
int64_t ncclLoadParam(char const* env, int64_t deftVal, int64_t uninitialized, int64_t* cache);

#define NCCL_PARAM(name, env, deftVal) \
  int64_t ncclParam##name() { \
    static int64_t cache = /*unset*/ -1; \
    return ncclLoadParam("NCCL_" env, deftVal, -1, &cache); \
  }
