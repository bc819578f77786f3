/* The chunks of small blocks (chunks.c), for the allocator (allocator.c). */
#ifndef MOCKLUA_CHUNKS_H
#define MOCKLUA_CHUNKS_H

#include "internal.h"

/* Chunks are aligned to this size, so that a chunk can be found from a block's address. */
#define MOCKLUA_CHUNK_ALIGNMENT ((size_t)64 << 10)
/* Slightly less, so that malloc's bookkeeping fits between two chunks. */
#define MOCKLUA_CHUNK_SIZE (MOCKLUA_CHUNK_ALIGNMENT - 64)
/* The sizes of small blocks are multiples of this. */
#define MOCKLUA_BLOCK_STEP 16

static inline uint8_t *mocklua_first_block(mocklua_Chunk *chunk) {
  return (uint8_t *)chunk + sizeof *chunk;
}

static inline size_t mocklua_size_class(size_t size) { return (size + MOCKLUA_BLOCK_STEP - 1) / MOCKLUA_BLOCK_STEP; }

static inline bool mocklua_is_in_arena(const mocklua_Heap *heap, const void *block) {
  return (const uint8_t *)block >= heap->arena && (const uint8_t *)block < heap->arena_end;
}

/* Returns memory for a chunk, or NULL. */
mocklua_Chunk *mocklua_take_chunk(void);
void mocklua_give_chunk(mocklua_Chunk *chunk);

#endif
