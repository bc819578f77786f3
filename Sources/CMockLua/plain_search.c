/*
 * Search for plain text.
 *
 * The C library's `memmem` does the work in slices, and the limits are checked in between. Not every `memmem` is
 * linear, so for a long text it only searches for the beginning. The rest is compared at each match, with a charge.
 */
#define _GNU_SOURCE /* memmem */

#include "patterns.h"

/* The maximum number of bytes that `memmem` searches for. */
#define MAX_HEAD 1024

bool mocklua_is_plain(mocklua_Work *work, const char *pattern, size_t count) {
  static const bool is_special[256] = {
      ['^'] = true, ['$'] = true, ['*'] = true, ['+'] = true, ['?'] = true,
      ['.'] = true, ['('] = true, ['['] = true, ['%'] = true, ['-'] = true,
  };
  for (size_t i = 0; i < count; i++) {
    if (is_special[(unsigned char)pattern[i]]) return false;
    if (i % MOCKLUA_SLICE == MOCKLUA_SLICE - 1) mocklua_spend_bytes(work, MOCKLUA_SLICE);
  }
  return true;
}

/* Returns the first position of `head` in a slice of text that is at least as long. */
static const char *find_in_slice(const char *text, size_t count, const char *head,
                                 size_t head_count) {
  const char *first = text, *last = text + (count - head_count);
  /* In most searches, the first character is rare. After too many false matches, `memmem` takes over. */
  for (size_t misses = 0; misses < 16 + (size_t)(text - first) / 32; misses++) {
    text = memchr(text, *head, (size_t)(last - text) + 1);
    if (text == NULL || memcmp(text + 1, head + 1, head_count - 1) == 0) return text;
    if (text++ == last) return NULL;
  }
  return memmem(text, (size_t)(last - text) + head_count, head, head_count);
}

const char *mocklua_find_plain(mocklua_Work *work, const char *text, size_t count,
                               const char *needle, size_t needle_count) {
  if (needle_count == 0) return text;
  if (needle_count > count) return NULL;
  size_t head = needle_count < MAX_HEAD ? needle_count : MAX_HEAD;
  const char *last = text + (count - needle_count); /* the last possible position of the needle */
  while (text <= last) {
    size_t places = (size_t)(last - text) + 1;
    if (places > MOCKLUA_SLICE) places = MOCKLUA_SLICE;
    const char *found = find_in_slice(text, places + head - 1, needle, head);
    mocklua_spend_bytes(work, found == NULL ? places : (size_t)(found - text));
    if (found == NULL) {
      text += places;
      continue;
    }
    if (needle_count == head ||
        mocklua_equal_bytes(work, found + head, needle + head, needle_count - head)) {
      return found;
    }
    text = found + 1;
  }
  return NULL;
}
