/*
 * The chunks that small blocks are cut from: the pool of the process, and which chunks a heap no longer needs.
 *
 * When a state ends, the chunks of its small blocks go back to the pool. A new state then gets warm memory instead of
 * fresh pages, which would cost more than everything it runs at startup.
 */
#include <pthread.h>

#include "chunks.h"

/* The number of chunks that the process keeps for later states: 8 MiB. */
#define MAX_POOLED_CHUNKS 128

static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
static mocklua_Chunk *pool;
static int pool_count;

mocklua_Chunk *mocklua_take_chunk(void) {
  pthread_mutex_lock(&pool_lock);
  mocklua_Chunk *chunk = pool;
  if (chunk != NULL) {
    pool = chunk->next;
    pool_count--;
  }
  pthread_mutex_unlock(&pool_lock);
  if (chunk != NULL) return chunk;
  void *memory;
  return posix_memalign(&memory, MOCKLUA_CHUNK_ALIGNMENT, MOCKLUA_CHUNK_SIZE) == 0 ? memory : NULL;
}

void mocklua_give_chunk(mocklua_Chunk *chunk) {
  pthread_mutex_lock(&pool_lock);
  bool is_kept = pool_count < MAX_POOLED_CHUNKS;
  if (is_kept) {
    chunk->next = pool;
    pool = chunk;
    pool_count++;
  }
  pthread_mutex_unlock(&pool_lock);
  if (!is_kept) free(chunk);
}

static inline mocklua_Chunk *chunk_of(const void *block) {
  return (mocklua_Chunk *)((uintptr_t)block & ~(MOCKLUA_CHUNK_ALIGNMENT - 1));
}

/* Returns whether a chunk contains no live blocks, once its free bytes are counted. The newest chunk is kept. */
static bool is_unused(const mocklua_Heap *heap, const mocklua_Chunk *chunk) {
  return chunk != heap->chunks && chunk->free == chunk->cut;
}

void mocklua_heap_trim(mocklua_Heap *heap) {
  for (mocklua_Chunk *chunk = heap->chunks; chunk != NULL; chunk = chunk->next) chunk->free = 0;
  const int classes = sizeof heap->free / sizeof *heap->free;
  for (int class = 0; class < classes; class++) {
    for (mocklua_FreeBlock *block = heap->free[class]; block != NULL; block = block->next) {
      if (!mocklua_is_in_arena(heap, block)) chunk_of(block)->free += (uint32_t)class * MOCKLUA_BLOCK_STEP;
    }
  }
  for (int class = 0; class < classes; class++) {
    mocklua_FreeBlock **link = &heap->free[class];
    while (*link != NULL) {
      bool is_gone = !mocklua_is_in_arena(heap, *link) && is_unused(heap, chunk_of(*link));
      if (is_gone) {
        *link = (*link)->next;
      } else {
        link = &(*link)->next;
      }
    }
  }
  for (mocklua_Chunk **link = &heap->chunks; *link != NULL;) {
    mocklua_Chunk *chunk = *link;
    if (!is_unused(heap, chunk)) {
      link = &chunk->next;
      continue;
    }
    *link = chunk->next;
    heap->held -= MOCKLUA_CHUNK_SIZE;
    mocklua_give_chunk(chunk);
  }
}
