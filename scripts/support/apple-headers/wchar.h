/* This machine's header, with what Apple's has besides (Libc, include/_wchar.h). */
#include_next <wchar.h>

int wcwidth(wchar_t character);
