/*
 * What ThreadSanitizer must see of Lua's errors.
 *
 * It keeps a stack of the functions that run, and cuts it back where it intercepts a jump out of them. Debian's
 * Lua is built with checks of the C library, which rename the jump, and under that name it is not intercepted:
 * with every error frames stay behind, until after some thousands of them that stack overflows. So the name
 * leads back to the jump that is known, which is `longjmp` alone: `_longjmp` is not intercepted either.
 */
#if defined(__linux__) && defined(__has_feature)
#if __has_feature(thread_sanitizer)
#include <setjmp.h>

void __longjmp_chk(struct __jmp_buf_tag environment[1], int value) { longjmp(environment, value); }
#endif
#endif

/* A file of C holds something. */
typedef int mocklua_thread_sanitizer_is_watched;
