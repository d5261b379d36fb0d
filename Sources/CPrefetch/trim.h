#ifndef PUSHSIM_TRIM_H
#define PUSHSIM_TRIM_H

#ifdef __linux__
extern int malloc_trim(unsigned long) __attribute__((weak));
#endif

// Gives memory that was freed and lies idle in the process back to the system, where the C library
// can. Declared by hand: a header of that library would bring its types into this module.
static inline void pushsim_trim(void) {
#ifdef __linux__
  if (malloc_trim) malloc_trim(0);
#endif
}

#endif
