#ifndef MOCKLUA_BUFFER_H
#define MOCKLUA_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A growing byte buffer outside of Lua's heap, so that it survives errors and can be reused. */
typedef struct mocklua_Buffer {
  uint8_t *start;
  size_t count;
  size_t capacity;
} mocklua_Buffer;

bool mocklua_buffer_grow(mocklua_Buffer *buffer, size_t more);

static inline void mocklua_buffer_clear(mocklua_Buffer *buffer) { buffer->count = 0; }

/* Makes room for `more` bytes. Returns false if memory runs out. */
static inline bool mocklua_buffer_reserve(mocklua_Buffer *buffer, size_t more) {
  return buffer->capacity - buffer->count >= more || mocklua_buffer_grow(buffer, more);
}

static inline bool mocklua_buffer_append(mocklua_Buffer *buffer, const void *bytes, size_t count) {
  if (!mocklua_buffer_reserve(buffer, count)) return false;
  if (count > 0) memcpy(buffer->start + buffer->count, bytes, count);
  buffer->count += count;
  return true;
}

/* Stores text without its terminating zero. */
static inline void mocklua_buffer_set(mocklua_Buffer *buffer, const char *text) {
  mocklua_buffer_clear(buffer);
  mocklua_buffer_append(buffer, text, strlen(text));
}

/* The maximum capacity that a buffer keeps for the next value. */
#define MOCKLUA_MAX_KEPT_BUFFER ((size_t)64 << 10)

static inline void mocklua_buffer_free(mocklua_Buffer *buffer) {
  free(buffer->start);
  *buffer = (mocklua_Buffer){0};
}

/* Frees the memory of a large value. */
static inline void mocklua_buffer_trim(mocklua_Buffer *buffer) {
  if (buffer->capacity > MOCKLUA_MAX_KEPT_BUFFER) mocklua_buffer_free(buffer);
}

#endif
