int elsewhere() { return getEnvTwice("ELSEWHERE"); }

__global__ void kernel(int* x) { *x = 1; }

void launch() {
  static int blocks = getEnvInt("RP_NOT_VISIBLE", 1);
  kernel<<<blocks, 32>>>(nullptr);
  static const char* after = getenv("RP_AFTER_LAUNCH");
}
