/*
 * Lua's memory: small blocks from free lists by size, large ones from malloc.
 *
 * Lua tells the size of a block when it frees it, so that blocks need no headers. The chunks that small
 * blocks are cut from go back to a pool of the process when a state ends: a new state finds warm memory
 * instead of fresh pages, which cost more than all that it runs at its start. A state of which an image is
 * made (image.c) takes everything from one arena up to then. A state ends by giving back
 * its chunks and large blocks as they are: nothing in a sandbox has a finalizer, so that Lua need not walk
 * over all its objects.
 */
#include <pthread.h>

#include "internal.h"

#define CHUNK_SIZE ((size_t)64 << 10)
/* Chunks that the process keeps for later states: 8 MiB. */
#define MAX_POOLED_CHUNKS 128
#define STEP 16
/* More than twice what a state holds when the language has been loaded. */
#define ARENA_SIZE ((size_t)512 << 10)

static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
static mocklua_Chunk *pool;
static int pool_count;

static mocklua_Chunk *take_chunk(void) {
  pthread_mutex_lock(&pool_lock);
  mocklua_Chunk *chunk = pool;
  if (chunk != NULL) {
    pool = chunk->next;
    pool_count--;
  }
  pthread_mutex_unlock(&pool_lock);
  return chunk != NULL ? chunk : malloc(CHUNK_SIZE);
}

static inline size_t size_class(size_t size) { return (size + STEP - 1) / STEP; }

static inline bool is_in_arena(const mocklua_Heap *heap, const void *block) {
  return (const uint8_t *)block >= heap->arena && (const uint8_t *)block < heap->arena_end;
}

static void *take_large(mocklua_Heap *heap, size_t size) {
  size_t room = (size_t)(heap->end - heap->next);
  if (heap->fills_arena && size <= room && size_class(size) * STEP <= room) {
    void *result = heap->next;
    heap->next += size_class(size) * STEP;
    return result;
  }
  mocklua_LargeBlock *block = size > SIZE_MAX - sizeof *block ? NULL : malloc(sizeof *block + size);
  if (block == NULL) return NULL;
  block->previous = NULL;
  block->next = heap->large;
  if (heap->large != NULL) heap->large->previous = block;
  heap->large = block;
  return block + 1;
}

static void give_large(mocklua_Heap *heap, void *bytes) {
  if (is_in_arena(heap, bytes)) return; /* it comes back with the image */
  mocklua_LargeBlock *block = (mocklua_LargeBlock *)bytes - 1;
  if (block->next != NULL) block->next->previous = block->previous;
  if (block->previous != NULL) {
    block->previous->next = block->next;
  } else {
    heap->large = block->next;
  }
  free(block);
}

/* The neighbours point to the block, which moves. */
static void *resize_large(mocklua_Heap *heap, void *bytes, size_t old_size, size_t size) {
  if (is_in_arena(heap, bytes)) {
    void *result = take_large(heap, size);
    if (result != NULL) memcpy(result, bytes, old_size < size ? old_size : size);
    return result != NULL || size > old_size ? result : bytes;
  }
  mocklua_LargeBlock *block = (mocklua_LargeBlock *)bytes - 1;
  if (size > SIZE_MAX - sizeof *block) return NULL;
  block = realloc(block, sizeof *block + size);
  if (block == NULL) return NULL;
  if (block->next != NULL) block->next->previous = block;
  if (block->previous != NULL) {
    block->previous->next = block;
  } else {
    heap->large = block;
  }
  return block + 1;
}

void mocklua_heap_release(mocklua_Heap *heap) {
  while (heap->large != NULL) {
    mocklua_LargeBlock *block = heap->large;
    heap->large = block->next;
    free(block);
  }
  pthread_mutex_lock(&pool_lock);
  while (heap->chunks != NULL && pool_count < MAX_POOLED_CHUNKS) {
    mocklua_Chunk *chunk = heap->chunks;
    heap->chunks = chunk->next;
    chunk->next = pool;
    pool = chunk;
    pool_count++;
  }
  pthread_mutex_unlock(&pool_lock);
  while (heap->chunks != NULL) {
    mocklua_Chunk *chunk = heap->chunks;
    heap->chunks = chunk->next;
    free(chunk);
  }
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define EVERY_BLOCK_IS_LARGE 1 /* the sanitizer watches malloc's blocks only */
#endif
#endif

static inline bool is_small(size_t size) {
#ifdef EVERY_BLOCK_IS_LARGE
  (void)size;
  return false;
#else
  return size <= MOCKLUA_SMALL_LIMIT;
#endif
}

/* A state whose blocks all come from malloc has no image. */
void mocklua_heap_open_arena(mocklua_Heap *heap) {
#ifdef EVERY_BLOCK_IS_LARGE
  (void)heap;
#else
  heap->arena = malloc(ARENA_SIZE);
  if (heap->arena == NULL) return;
  heap->arena_end = heap->arena + ARENA_SIZE;
  heap->next = heap->arena;
  heap->end = heap->arena_end;
  heap->fills_arena = true;
#endif
}

static void *take_small(mocklua_Heap *heap, size_t size) {
  size_t class = size_class(size);
  mocklua_FreeBlock *block = heap->free[class];
  if (block != NULL) {
    heap->free[class] = block->next;
    return block;
  }
  size_t bytes = class * STEP;
  if ((size_t)(heap->end - heap->next) < bytes) {
    mocklua_Chunk *chunk = take_chunk();
    if (chunk == NULL) return NULL;
    chunk->next = heap->chunks;
    heap->chunks = chunk;
    heap->fills_arena = false; /* it is full */
    heap->next = (uint8_t *)chunk + STEP;
    heap->end = (uint8_t *)chunk + CHUNK_SIZE;
  }
  void *result = heap->next;
  heap->next += bytes;
  return result;
}

static inline void give_small(mocklua_Heap *heap, void *block, size_t size) {
  mocklua_FreeBlock *free_block = block;
  free_block->next = heap->free[size_class(size)];
  heap->free[size_class(size)] = free_block;
}

static inline void heap_free(mocklua_Heap *heap, void *block, size_t size) {
  if (block == NULL) return;
  if (is_small(size)) {
    give_small(heap, block, size);
  } else {
    give_large(heap, block);
  }
}

static void *heap_resize(mocklua_Heap *heap, void *block, size_t old_size, size_t new_size) {
  if (block == NULL) {
    return is_small(new_size) ? take_small(heap, new_size) : take_large(heap, new_size);
  }
  bool was_small = is_small(old_size), gets_small = is_small(new_size);
  if (was_small && gets_small && size_class(old_size) == size_class(new_size)) return block;
  if (!was_small && !gets_small) return resize_large(heap, block, old_size, new_size);
  void *result = gets_small ? take_small(heap, new_size) : take_large(heap, new_size);
  /* Lua takes it for granted that a block can shrink: it then stays where it is. */
  if (result == NULL) return new_size < old_size && was_small ? block : NULL;
  memcpy(result, block, old_size < new_size ? old_size : new_size);
  heap_free(heap, block, old_size);
  return result;
}

/* Only reads the stack, so that it is safe where Lua waits for memory. */
static void note_memory_place(mocklua_State *state) {
  lua_Debug frame;
  state->memory_line = 0;
  if (state->running != NULL && mocklua_script_place(state->running, &frame) >= 0) {
    const char *name = frame.source[0] == '@' ? frame.source + 1 : frame.short_src;
    strncpy(state->memory_file, name, sizeof state->memory_file - 1);
    state->memory_line = frame.currentline;
  }
}

void *mocklua_allocate(void *context, void *block, size_t old_size, size_t new_size) {
  mocklua_State *state = context;
  size_t held = block == NULL ? 0 : old_size;
  if (new_size == 0) {
    heap_free(&state->heap, block, held);
    state->memory_used -= held;
    return NULL;
  }
  size_t limit = state->options.memory_limit;
  if (limit > 0 && new_size > held && state->memory_used - held + new_size > limit) {
    note_memory_place(state);
    return NULL;
  }
  void *result = heap_resize(&state->heap, block, held, new_size);
  if (result != NULL) state->memory_used += new_size - held;
  return result;
}
