/*
 * Charging for the work of library functions (library.h).
 */
#include "library.h"

void mocklua_pay(mocklua_Work *work) {
  uint64_t steps = (uint64_t)(MOCKLUA_STRIDE - work->left);
  work->left = MOCKLUA_STRIDE;
  mocklua_charge(work->L, steps);
}

void mocklua_copy_bytes(mocklua_Work *work, char *to, const char *from, size_t count) {
  while (count > MOCKLUA_SLICE) {
    memcpy(to, from, MOCKLUA_SLICE);
    mocklua_spend_bytes(work, MOCKLUA_SLICE);
    to += MOCKLUA_SLICE;
    from += MOCKLUA_SLICE;
    count -= MOCKLUA_SLICE;
  }
  if (count > 0) memcpy(to, from, count);
  mocklua_spend_bytes(work, count);
}

void mocklua_add_bytes(mocklua_Work *work, luaL_Buffer *to, const char *bytes, size_t count) {
  mocklua_copy_bytes(work, luaL_prepbuffsize(to, count), bytes, count);
  luaL_addsize(to, count);
}

const char *mocklua_find_zero(mocklua_Work *work, const char *bytes, size_t count) {
  for (size_t done = 0; done < count;) {
    size_t slice = count - done < MOCKLUA_SLICE ? count - done : MOCKLUA_SLICE;
    const char *found = memchr(bytes + done, '\0', slice);
    mocklua_spend_bytes(work, slice);
    if (found != NULL) return found;
    done += slice;
  }
  return NULL;
}

bool mocklua_equal_bytes(mocklua_Work *work, const char *a, const char *b, size_t count) {
  while (count > MOCKLUA_SLICE) {
    if (memcmp(a, b, MOCKLUA_SLICE) != 0) return false;
    mocklua_spend_bytes(work, MOCKLUA_SLICE);
    a += MOCKLUA_SLICE;
    b += MOCKLUA_SLICE;
    count -= MOCKLUA_SLICE;
  }
  mocklua_spend_bytes(work, count);
  return memcmp(a, b, count) == 0;
}

size_t mocklua_first_position(lua_Integer position, size_t length) {
  if (position > 0) return (size_t)position;
  if (position == 0 || position < -(lua_Integer)length) return 1;
  return length - (size_t)-position + 1;
}

size_t mocklua_last_position(lua_Integer position, size_t length) {
  if (position > (lua_Integer)length) return length;
  if (position >= 0) return (size_t)position;
  if (position < -(lua_Integer)length) return 0;
  return length - (size_t)-position + 1;
}
