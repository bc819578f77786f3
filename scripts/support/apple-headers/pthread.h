/* This machine's header, with the additions of Apple's header (libpthread, include/pthread/pthread.h). */
#include_next <pthread.h>

void *pthread_get_stackaddr_np(pthread_t thread);
size_t pthread_get_stacksize_np(pthread_t thread);
int pthread_cond_timedwait_relative_np(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *time);
