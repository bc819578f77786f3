/* This machine's header, with what Apple's has besides. */
#include_next <pthread.h>

void *pthread_get_stackaddr_np(pthread_t thread);
size_t pthread_get_stacksize_np(pthread_t thread);
