#ifndef RP_GUARDED_H_
#define RP_GUARDED_H_
NCCL_PARAM(Guarded, "RP_GUARDED", 2);
#ifdef RP_EITHER
static bool either = getenv("RP_EITHER_READ");
#else
static bool either = getenv("RP_OTHER_READ");
#endif
#endif
