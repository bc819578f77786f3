/*
 * Images: what a state holds when its host has prepared it, so that preparing is done once.
 *
 * Everything up to then lies in one arena of the state's own (allocator.c), so that an image is a copy of
 * that memory. A state that ends waits for its next use, which starts with the copy put back: the same
 * bytes at the same addresses, whatever a script has done to them. The first state of a process makes no
 * image, since most processes have no second one.
 */
#include <pthread.h>

#include "internal.h"

/* States with an image: a few more than run at once in a test process. */
#define MAX_IMAGES 8
/* A buffer that has grown beyond this is not kept. */
#define MAX_KEPT_BUFFER ((size_t)64 << 10)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static mocklua_State *waiting[MAX_IMAGES];
static int waiting_count;
static int image_count; /* states that wait, that run, and whose image is not made yet */
static bool is_first = true;

static void put_back(mocklua_State *state, const mocklua_Options *options) {
  mocklua_Image *image = &state->image;
  memcpy(state->heap.arena, image->bytes, image->count);
  state->heap = image->heap;
  state->memory_used = image->memory_used;
  state->holds_collector = image->holds_collector;
  state->options = *options;
  state->is_large = false;
  state->running = state->L;
  state->depth = 0;
  state->run_count = state->pool_count = state->closing = 0;
  state->is_awaiting = false;
  state->killed = MOCKLUA_LIMIT_NONE;
  atomic_store(&state->interrupt_wanted, false);
  mocklua_forget_files(state, image->file_count);
  mocklua_clear_error(state);
}

mocklua_State *mocklua_create_prepared(const mocklua_Options *options, bool *is_prepared) {
  *is_prepared = false;
  /* Without limits there is no hook, and the collector runs from the start: another image. */
  if (options->instruction_budget == 0 && options->deadline_nanoseconds == 0) {
    return mocklua_make(options, false);
  }
  pthread_mutex_lock(&lock);
  mocklua_State *state = waiting_count > 0 ? waiting[--waiting_count] : NULL;
  bool wants_image = state == NULL && !is_first && image_count < MAX_IMAGES;
  if (wants_image) image_count++;
  is_first = false;
  pthread_mutex_unlock(&lock);
  *is_prepared = state != NULL;
  if (state == NULL) return mocklua_make(options, wants_image);
  put_back(state, options);
  return state;
}

void mocklua_finish_preparing(mocklua_State *state) {
  mocklua_Heap *heap = &state->heap;
  mocklua_Image *image = &state->image;
  if (!heap->fills_arena) return;
  heap->fills_arena = false;
  if (heap->chunks != NULL || heap->large != NULL) return; /* not all of it found room in the arena */
  image->count = (size_t)(heap->next - heap->arena);
  image->bytes = malloc(image->count);
  if (image->bytes == NULL) return;
  memcpy(image->bytes, heap->arena, image->count);
  image->heap = *heap;
  image->memory_used = state->memory_used;
  image->holds_collector = state->holds_collector;
  image->file_count = state->file_count;
}

static void trim(mocklua_Buffer *buffer) {
  if (buffer->capacity > MAX_KEPT_BUFFER) mocklua_buffer_free(buffer);
}

bool mocklua_retire(mocklua_State *state) {
  if (!state->image.is_wanted) return false;
  bool is_kept = state->image.bytes != NULL;
  for (int i = 0; i <= MOCKLUA_MAX_DEPTH; i++) {
    trim(&state->results[i]);
    trim(&state->arguments[i]);
  }
  trim(&state->reply);
  trim(&state->packed);
  pthread_mutex_lock(&lock);
  if (is_kept) {
    waiting[waiting_count++] = state;
  } else {
    image_count--;
  }
  pthread_mutex_unlock(&lock);
  return is_kept;
}
