/* dladdr isn't part of POSIX. */
#define _GNU_SOURCE

#include "CMockPlatform.h"

#include <dlfcn.h>
#include <stddef.h>

const char *mockplatform_image_of(const void *address) {
  Dl_info information;
  return dladdr(address, &information) == 0 ? NULL : information.dli_fname;
}
