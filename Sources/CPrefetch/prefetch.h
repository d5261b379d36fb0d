#ifndef PUSHSIM_PREFETCH_H
#define PUSHSIM_PREFETCH_H

// Asks the processor to bring a line of memory near before it is needed. Never faults.
static inline __attribute__((always_inline)) void pushsim_prefetch(const void *address) {
  __builtin_prefetch(address, 1, 3);
}

#endif
