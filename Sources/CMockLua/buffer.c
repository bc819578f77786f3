#include "buffer.h"

bool mocklua_buffer_grow(mocklua_Buffer *buffer, size_t more) {
  if (more > SIZE_MAX - buffer->count) return false;
  size_t needed = buffer->count + more;
  size_t capacity = buffer->capacity < 64 ? 64 : buffer->capacity;
  while (capacity < needed) {
    if (capacity > SIZE_MAX / 2) return false;
    capacity *= 2;
  }
  uint8_t *start = realloc(buffer->start, capacity);
  if (start == NULL) return false;
  buffer->start = start;
  buffer->capacity = capacity;
  return true;
}
