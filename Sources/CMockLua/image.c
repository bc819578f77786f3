/*
 * Images: the memory of a state after its host has prepared it, so that the preparation rarely runs.
 *
 * A test needs a new state for each of its scenarios. Creating one costs much more than most scripts do, because the
 * libraries are opened and the Lua part of the scenario language is loaded. All of that is the same each time, so it is
 * copied. While a state is being prepared, all its memory comes from one arena (allocator.c), a separate
 * block. The image is a copy of that block, made after the preparation:
 *
 *     prepare:  arena [ libraries, language ]                  image = copy of the arena
 *     use:      arena [ libraries, language, changed by a script ] + memory beyond the arena
 *     end:      memory beyond the arena is freed; the state waits
 *     next use: arena = image                                  as if it were new
 *
 * Lua's values point at each other, so a copy is valid only at its original addresses. That is why a state with an
 * image waits instead of being freed, and why there are at most MAX_IMAGES of them. State outside of the arena is
 * restored explicitly in `put_back`. If preparation changes a field, the field must be restored there.
 *
 * The first state of a process makes no image, because most processes never create a second one. A state that is
 * created while all states with an image are in use is prepared, too.
 */
#include <pthread.h>

#include "internal.h"

/* The maximum number of states with an image: slightly more than run at once in a test process. */
#define MAX_IMAGES 8

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static mocklua_State *waiting[MAX_IMAGES];
static int waiting_count;
static int image_count; /* states that are waiting, running, or whose image isn't made yet */
static bool is_first = true;

static void put_back(mocklua_State *state, const mocklua_Options *options) {
  mocklua_Image *image = &state->image;
  memcpy(state->heap.arena, image->bytes, image->count);
  state->heap = image->heap;
  state->memory_used = image->memory_used;
  state->collector_step = image->collector_step;
  state->options = *options;
  state->running = state->L;
  state->depth = 0;
  state->pool_count = 0;
  state->closing = NULL;
  state->can_wait = state->is_refusing = false;
  state->awaited = state->granted = 0;
  state->meter = NULL;
  state->has_stopped = state->wants_collection = false;
  state->refused_size = 0;
  state->external = 0;
  state->refused_table = 0;
  atomic_store(&state->interrupt_wanted, false);
  mocklua_forget_files(state, image->file_count);
  mocklua_clear_error(state);
}

/* Takes a waiting state whose image has this key, or returns NULL. */
static mocklua_State *take(uint64_t key) {
  for (int i = waiting_count; i > 0; i--) {
    mocklua_State *state = waiting[i - 1];
    if (state->image.key != key) continue;
    waiting[i - 1] = waiting[--waiting_count];
    return state;
  }
  return NULL;
}

/* Lets another state have an image. */
static void forget_image(void) {
  pthread_mutex_lock(&lock);
  image_count--;
  pthread_mutex_unlock(&lock);
}

mocklua_State *mocklua_create_prepared(const mocklua_Options *options, uint64_t key,
                                       bool *is_prepared) {
  *is_prepared = false;
  pthread_mutex_lock(&lock);
  mocklua_State *state = take(key);
  bool wants_image = state == NULL && !is_first && image_count < MAX_IMAGES;
  if (wants_image) image_count++;
  is_first = false;
  pthread_mutex_unlock(&lock);
  *is_prepared = state != NULL;
  if (state != NULL) {
    put_back(state, options);
    return state;
  }
  state = mocklua_make(options, wants_image, key);
  if (state == NULL && wants_image) forget_image();
  return state;
}

void mocklua_finish_preparing(mocklua_State *state) {
  mocklua_Heap *heap = &state->heap;
  mocklua_Image *image = &state->image;
  if (!heap->fills_arena) return;
  heap->fills_arena = false;
  if (heap->chunks != NULL || heap->large != NULL) return; /* not all of it fit into the arena */
  image->count = (size_t)(heap->next - heap->arena);
  image->bytes = malloc(image->count);
  if (image->bytes == NULL) return;
  memcpy(image->bytes, heap->arena, image->count);
  image->heap = *heap;
  image->memory_used = state->memory_used;
  image->collector_step = state->collector_step;
  image->file_count = state->file_count;
}

/* The maximum number of slots for runs and pooled threads that are kept. */
#define MAX_KEPT_SLOTS 256

static void trim_slots(mocklua_State *state) {
  if (state->run_count > MAX_KEPT_SLOTS) {
    free(state->runs);
    state->runs = NULL;
    state->run_count = 0;
  }
  for (int i = 0; i < state->run_count; i++) state->runs[i] = (mocklua_Run){0};
  if (state->pool_capacity > MAX_KEPT_SLOTS) {
    free(state->pool);
    state->pool = NULL;
    state->pool_capacity = 0;
  }
}

/* Keeps a state with an image for later. */
static void retire(mocklua_State *state) {
  mocklua_heap_release(&state->heap);
  mocklua_trim_buffers(state, 0);
  mocklua_Buffer *buffers[] = {&state->reply, &state->packed,    &state->message, &state->file,
                               &state->path,  &state->traceback, &state->value,   &state->value_name};
  for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) mocklua_buffer_trim(buffers[i]);
  trim_slots(state);
  mocklua_forget_lines(state);
  pthread_mutex_lock(&lock);
  waiting[waiting_count++] = state;
  pthread_mutex_unlock(&lock);
}

void mocklua_destroy(mocklua_State *state) {
  if (state == NULL) return;
  if (state->image.bytes != NULL) {
    retire(state);
    return;
  }
  if (state->image.is_wanted) forget_image();
  mocklua_free(state);
}
