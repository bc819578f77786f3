/*
 * Makes ThreadSanitizer see the jumps of Lua's errors.
 *
 * ThreadSanitizer keeps a stack of running functions, and unwinds it when it intercepts a jump out of them. Debian's
 * Lua is built with the C library's checks, which rename the jump, and the renamed function isn't intercepted. With
 * every error, frames are left on that stack, until it overflows after several thousand of them. So this file redirects
 * the renamed function to `longjmp`, because ThreadSanitizer doesn't intercept `_longjmp`.
 */
#if defined(__linux__) && defined(__has_feature)
#if __has_feature(thread_sanitizer)
#include <setjmp.h>

void __longjmp_chk(struct __jmp_buf_tag environment[1], int value) { longjmp(environment, value); }
#endif
#endif

/* A C file must contain a declaration. */
typedef int mocklua_thread_sanitizer_is_watched;
