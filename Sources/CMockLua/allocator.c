/*
 * Lua's memory: small blocks from free lists by size, large blocks from malloc, and very large blocks from the system,
 * so that their memory is returned to the system immediately.
 *
 * Lua passes the size of a block when it frees it, so blocks need no headers. Small blocks are cut from chunks
 * (chunks.c). A state that becomes an image (image.c) takes all its memory from one arena until the image is made. When
 * a state ends, it releases its chunks and large blocks without freeing individual objects. Nothing in a sandbox has a
 * finalizer, so Lua doesn't need to visit its objects.
 *
 * The memory limit counts the memory that the heap holds, not the live objects in it. Free lists keep their blocks.
 */
#define _GNU_SOURCE /* mremap */
#include <pthread.h>
#include <sys/mman.h>

#include "chunks.h"

/* More than twice the memory of a state with the language loaded. */
#define ARENA_SIZE ((size_t)512 << 10)

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define EVERY_BLOCK_IS_LARGE 1 /* the sanitizer only watches malloc's blocks */
#endif
#endif
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WATCHES_THREADS 1 /* the sanitizer doesn't detect moves by mremap, and remembers the previous owner */
#endif
#endif
#if defined(__linux__) && !defined(EVERY_BLOCK_IS_LARGE) && !defined(WATCHES_THREADS)
#define MAPPED_SIZE ((size_t)256 << 10) /* blocks of this size or more come from the system */
#else
#define MAPPED_SIZE SIZE_MAX /* malloc does so itself on other platforms */
#endif

/* Blocks with their headers. From MAPPED_SIZE bytes, they come from the system. */
static mocklua_LargeBlock *new_block(size_t size) {
#ifdef __linux__
  if (size >= MAPPED_SIZE) {
    void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return block == MAP_FAILED ? NULL : block;
  }
#endif
  return malloc(size);
}

static void free_block(mocklua_LargeBlock *block, size_t size) {
#ifdef __linux__
  if (size >= MAPPED_SIZE) {
    munmap(block, size);
    return;
  }
#endif
  (void)size;
  free(block);
}

static mocklua_LargeBlock *resize_block(mocklua_LargeBlock *block, size_t old_size, size_t size) {
  bool was_mapped = old_size >= MAPPED_SIZE, gets_mapped = size >= MAPPED_SIZE;
  if (!was_mapped && !gets_mapped) return realloc(block, size);
#ifdef __linux__
  if (was_mapped && gets_mapped) {
    void *result = mremap(block, old_size, size, MREMAP_MAYMOVE);
    return result == MAP_FAILED ? NULL : result;
  }
#endif
  mocklua_LargeBlock *result = new_block(size);
  if (result == NULL) return NULL;
  memcpy(result, block, old_size < size ? old_size : size);
  free_block(block, old_size);
  return result;
}

/* Comparing strings follows the locale's rules, and takes about six times as long as copying them. */
#define WEIGHT_OF_STRING 6

/* The initial size of a thread's stack in bytes: 40 slots, and 5 extra ones. */
#define FIRST_STACK_SIZE ((size_t)45 * 16)

/*
 * Since Lua 5.4.5, a growing stack is resized in place, and its thread is inconsistent in the meantime. Earlier
 * versions copy it.
 */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool resizes_stacks;

static void *watch_stack(void *context, void *block, size_t old_size, size_t size) {
  (void)context;
  if (block != NULL && old_size == FIRST_STACK_SIZE && size > old_size) resizes_stacks = true;
  if (size > 0) return realloc(block, size);
  free(block);
  return NULL;
}

static void find_out(void) {
  lua_State *L = lua_newstate(watch_stack, NULL);
  if (L == NULL) return;
  lua_checkstack(L, 500);
  lua_close(L);
}

static bool may_be_stack(size_t old_size) {
  pthread_once(&once, find_out);
  return resizes_stacks && old_size >= FIRST_STACK_SIZE;
}

/*
 * Returns whether a new block is the first stack of a thread, which Lua allocates directly after the thread itself. A
 * stack must not be inspected while it grows, but a growing table must be able to raise from here, so the two must be
 * distinguished reliably.
 */
static bool is_first_stack(mocklua_Heap *heap, size_t kind, size_t size) {
  bool is_expected = heap->expects_stack;
  heap->expects_stack = kind == LUA_TTHREAD;
  return is_expected && kind == 0 && size == FIRST_STACK_SIZE && may_be_stack(size);
}

/* `old_size` is the size of the block that grows. For a new block, it is the kind of object that Lua passes, or 0. */
static mocklua_Growth growth_to(size_t size, const void *block, size_t old_size, bool is_stack) {
  bool is_object = block == NULL && old_size >= LUA_TSTRING && old_size <= LUA_NUMTYPES + 2;
  return (mocklua_Growth){.wanted = size,
                          .size = size,
                          .more = block == NULL ? size : size - old_size,
                          .is_stack = is_stack,
                          .is_string = block == NULL && old_size == LUA_TSTRING,
                          .is_table = !is_stack && !is_object};
}

static void *take_large(mocklua_Heap *heap, size_t size, mocklua_Growth growth) {
  size_t room = (size_t)(heap->end - heap->next);
  if (heap->fills_arena && size <= room && mocklua_size_class(size) * MOCKLUA_BLOCK_STEP <= room) {
    void *result = heap->next;
    heap->next += mocklua_size_class(size) * MOCKLUA_BLOCK_STEP;
    return result;
  }
  if (size > SIZE_MAX / 2 || !mocklua_may_grow(heap->state, &growth)) return NULL;
  mocklua_LargeBlock *block = new_block(sizeof *block + size);
  if (block == NULL) return NULL;
  heap->held += size;
  mocklua_note_largest(heap->state, growth.is_string ? size * WEIGHT_OF_STRING : size);
  block->size = sizeof *block + size;
  block->is_stack = growth.is_stack;
  block->previous = NULL;
  block->next = heap->large;
  if (heap->large != NULL) heap->large->previous = block;
  heap->large = block;
  return block + 1;
}

static void give_large(mocklua_Heap *heap, void *bytes) {
  if (mocklua_is_in_arena(heap, bytes)) return; /* it is restored with the image */
  mocklua_LargeBlock *block = (mocklua_LargeBlock *)bytes - 1;
  if (block->next != NULL) block->next->previous = block->previous;
  if (block->previous != NULL) {
    block->previous->next = block->next;
  } else {
    heap->large = block->next;
  }
  heap->held -= block->size - sizeof *block;
  free_block(block, block->size);
}

/* Updates the neighbors' pointers, because the block moves. */
static void *resize_large(mocklua_Heap *heap, void *bytes, size_t old_size, size_t size) {
  if (mocklua_is_in_arena(heap, bytes)) {
    if (size <= old_size) return bytes; /* the whole arena is released at once */
    void *result = take_large(heap, size, growth_to(size, bytes, old_size, may_be_stack(old_size)));
    if (result != NULL) memcpy(result, bytes, old_size);
    return result;
  }
  mocklua_LargeBlock *block = (mocklua_LargeBlock *)bytes - 1;
  if (size > SIZE_MAX / 2) return NULL;
  mocklua_Growth growth = growth_to(size, bytes, old_size, block->is_stack);
  if (size > old_size && !mocklua_may_grow(heap->state, &growth)) return NULL;
  block = resize_block(block, block->size, sizeof *block + size);
  if (block == NULL) return size > old_size ? NULL : bytes;
  heap->held += sizeof *block + size - block->size;
  mocklua_note_largest(heap->state, size);
  block->size = sizeof *block + size;
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
    free_block(block, block->size);
  }
  while (heap->chunks != NULL) {
    mocklua_Chunk *chunk = heap->chunks;
    heap->chunks = chunk->next;
    mocklua_give_chunk(chunk);
  }
}

static inline bool is_small(size_t size) {
#ifdef EVERY_BLOCK_IS_LARGE
  (void)size;
  return false;
#else
  return size <= MOCKLUA_SMALL_LIMIT;
#endif
}

/* If all blocks come from malloc, a state has no image. */
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

static void *take_small(mocklua_Heap *heap, size_t size, mocklua_Growth growth) {
  size_t class = mocklua_size_class(size);
  mocklua_FreeBlock *block = heap->free[class];
  if (block != NULL) {
    heap->free[class] = block->next;
    return block;
  }
  size_t bytes = class * MOCKLUA_BLOCK_STEP;
  if ((size_t)(heap->end - heap->next) < bytes) {
    growth.more = growth.size = MOCKLUA_CHUNK_SIZE;
    mocklua_Chunk *chunk = mocklua_may_grow(heap->state, &growth) ? mocklua_take_chunk() : NULL;
    if (chunk == NULL) return NULL;
    if (heap->chunks != NULL) heap->chunks->cut = (uint32_t)(heap->next - mocklua_first_block(heap->chunks));
    heap->held += MOCKLUA_CHUNK_SIZE;
    chunk->next = heap->chunks;
    heap->chunks = chunk;
    heap->fills_arena = false; /* the arena is full */
    heap->next = mocklua_first_block(chunk);
    heap->end = (uint8_t *)chunk + MOCKLUA_CHUNK_SIZE;
  }
  void *result = heap->next;
  heap->next += bytes;
  return result;
}

static inline void give_small(mocklua_Heap *heap, void *block, size_t size) {
  mocklua_FreeBlock *free_block = block;
  free_block->next = heap->free[mocklua_size_class(size)];
  heap->free[mocklua_size_class(size)] = free_block;
}

static inline void heap_free(mocklua_Heap *heap, void *block, size_t size) {
  if (block == NULL) return;
  if (is_small(size)) {
    give_small(heap, block, size);
  } else {
    give_large(heap, block);
  }
}

static void *take(mocklua_Heap *heap, size_t size, mocklua_Growth growth) {
  return is_small(size) ? take_small(heap, size, growth) : take_large(heap, size, growth);
}

static void *heap_resize(mocklua_Heap *heap, void *block, size_t old_size, size_t new_size) {
  if (block == NULL) {
    bool is_stack = is_first_stack(heap, old_size, new_size);
    void *result = take(heap, new_size, growth_to(new_size, NULL, old_size, false));
    if (result != NULL && is_stack && !mocklua_is_in_arena(heap, result)) {
      ((mocklua_LargeBlock *)result - 1)->is_stack = true;
    }
    return result;
  }
  bool was_small = is_small(old_size), gets_small = is_small(new_size);
  if (was_small && gets_small && mocklua_size_class(old_size) == mocklua_size_class(new_size)) return block;
  if (!was_small && !gets_small) return resize_large(heap, block, old_size, new_size);
  mocklua_Growth growth = growth_to(new_size, NULL, 0, may_be_stack(old_size));
  if (new_size < old_size) growth.is_table = false; /* Lua handles this */
  void *result = take(heap, new_size, growth);
  /* Lua assumes that shrinking never fails, so the block then stays in place. */
  if (result == NULL) return new_size < old_size && was_small ? block : NULL;
  memcpy(result, block, old_size < new_size ? old_size : new_size);
  heap_free(heap, block, old_size);
  return result;
}

void *mocklua_allocate(void *context, void *block, size_t old_size, size_t new_size) {
  mocklua_State *state = context;
  size_t held = block == NULL ? 0 : old_size; /* without a block, it is a kind of object */
  if (new_size == 0) {
    heap_free(&state->heap, block, held);
    state->memory_used -= held;
    return NULL;
  }
  if (state->refused_table != 0) { /* Lua retries, or has raised */
    bool is_again = state->refused_table == new_size;
    state->refused_table = 0;
    if (is_again) return NULL;
  }
  void *result = heap_resize(&state->heap, block, old_size, new_size);
  if (result != NULL) state->memory_used += new_size - held;
  if (state->memory_used > state->collector_step) mocklua_step_collector(state);
  return result;
}
