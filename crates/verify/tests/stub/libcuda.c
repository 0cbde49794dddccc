/* A driver that fails as STUB says, or lacks a function that newer ones have (OLD). */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int stub(const char *word) {
    const char *text = getenv("STUB");
    return text && !strcmp(text, word);
}

int cuInit(unsigned flags) {
    (void)flags;
    if (stub("crash")) abort();
    while (stub("hang")) pause();
    if (stub("no-gpu")) return 100;
    if (stub("mismatch")) return 803;
    return 0;
}

int cuDriverGetVersion(int *version) {
    *version = 12040;
    return 0;
}

int cuDeviceGet(int *device, int ordinal) {
    *device = ordinal;
    return 0;
}

int cuDevicePrimaryCtxRetain(void **context, int device) {
    (void)device;
    *context = context;
    return stub("exclusive") ? 46 : 0;
}

int cuCtxSetCurrent(void *context) {
    (void)context;
    return 0;
}

#ifndef OLD
int cuMemGetInfo_v2(size_t *free, size_t *total) {
    *total = (size_t)80 << 30;
    *free = stub("busy") ? *total / 2 : *total;
    return 0;
}
#endif
