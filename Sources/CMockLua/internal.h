#ifndef MOCKLUA_INTERNAL_H
#define MOCKLUA_INTERNAL_H

#if defined(__has_include) && !__has_include(<lua.h>)
#error "Lua is missing: on Linux install liblua5.4-dev; MockLua supports Linux, macOS, Mac Catalyst and iOS only, so use MockServices elsewhere"
#endif

#include <lauxlib.h>
#include <stdatomic.h>
#include <lua.h>
#include <lualib.h>

#include "CMockLua.h"
#include "buffer.h"

/* Host calls nest at most this deep; Lua itself stops at 200 C levels. */
#define MOCKLUA_MAX_DEPTH 200
/* Instructions between two looks at the limits, at most: fewer where single instructions may take long. */
#define MOCKLUA_HOOK_INTERVAL 1000
/* What one call of a host function costs of the instruction budget, and one that may wait. */
#define MOCKLUA_LARGE_GROWTH ((size_t)256 << 10) /* bytes at once, before which the clock is looked at */
#define MOCKLUA_HOST_CALL_CHARGE 50
#define MOCKLUA_HOST_WAIT_CHARGE 1500
/* Bytes of the C stack that everything below one entry from the host may use: half of what the smallest
 * thread has (512 KiB), since the frames of Lua's own that follow the last look need room as well. */
#define MOCKLUA_C_STACK ((size_t)224 << 10)
/* Lua counts how deep C functions nest, up to 200. Compiled without optimization, as in a debug build on Apple's
 * platforms, that takes more than the 512 KiB of a thread, so that the hook looks often at how much is left. */
#if defined(MOCKLUA_COMPILES_LUA) && !defined(__OPTIMIZE__)
#define MOCKLUA_WATCHES_C_STACK 1
#define MOCKLUA_C_STACK_RESERVE ((ptrdiff_t)192 << 10) /* what comes before the next look, and an error's words */
#endif
/* A state does not collect garbage before it holds this much: most never do. */
#define MOCKLUA_COLLECTOR_THRESHOLD ((size_t)4 << 20)
/* A small state collects when it holds this many per cent of what was alive the last time: marking costs
 * the same for little garbage as for much. One that has held more goes by Lua's own default. */
#define MOCKLUA_SMALL_STATE_PAUSE 400
#define MOCKLUA_LARGE_STATE ((size_t)8 << 20)
#define MOCKLUA_LARGE_STATE_PAUSE 200
/* Tables nest at most this deep on the way out of Lua. */
#define MOCKLUA_MAX_DATA_DEPTH 64
/* Values nest at most this deep on the wire: data in its packed form within data, and some more. */
#define MOCKLUA_MAX_WIRE_DEPTH 200
/* What one value costs of the memory limit when it leaves Lua: the host's form of it is larger than its
 * bytes on the wire. */
#define MOCKLUA_VALUE_COST 64
/* Names of chunks that places are told by. */
#define MOCKLUA_MAX_FILES 10000
/* Levels of a stack that errors look at. */
#define MOCKLUA_MAX_LEVELS 50
/* Chunks of the runtime itself begin with this, and are left out of places and tracebacks. */
#define MOCKLUA_INTERNAL_CHUNK "=[mocklua]"

/* What one chain of calls may still spend (limits.c). Time counts while code of the chain runs. */
struct mocklua_Meter {
  uint64_t instructions_left;
  uint64_t time_left; /* nanoseconds; UINT64_MAX: no limit */
  uint64_t slice_end; /* monotonic nanoseconds, where the chain runs and its clock has been looked at */
  bool slice_began;
  mocklua_Limit killed; /* what stopped the chain; no code of it runs any more */
};

/* Where a state's memory comes from (allocator.c). */
#define MOCKLUA_SMALL_LIMIT 512
typedef struct mocklua_Chunk {
  struct mocklua_Chunk *next;
  uint32_t cut;  /* bytes that blocks were cut from, once another chunk is the newest */
  uint32_t free; /* of those, while mocklua_heap_trim counts them */
} mocklua_Chunk;
typedef struct mocklua_FreeBlock {
  struct mocklua_FreeBlock *next;
} mocklua_FreeBlock;
typedef struct mocklua_LargeBlock {
  struct mocklua_LargeBlock *previous, *next;
  size_t size; /* with this header */
  size_t is_stack; /* whether it may be; what follows is aligned to 16 bytes */
} mocklua_LargeBlock;
typedef struct mocklua_Heap {
  mocklua_State *state;
  mocklua_Chunk *chunks;
  uint8_t *next, *end; /* the rest of the newest chunk, or of the arena */
  mocklua_LargeBlock *large;
  mocklua_FreeBlock *free[MOCKLUA_SMALL_LIMIT / 16 + 1];
  uint8_t *arena, *arena_end; /* where everything lies up to the making of an image; mostly NULL */
  bool fills_arena;
  bool expects_stack; /* a thread has come to be whose stack is next */
  size_t held;    /* bytes of chunks and large blocks, which is what the process holds for this heap */
  size_t largest; /* weight of the heaviest block that there was: its bytes, and more for a string */
} mocklua_Heap;
void *mocklua_allocate(void *context, void *block, size_t old_size, size_t new_size);
void mocklua_heap_open_arena(mocklua_Heap *heap);
void mocklua_heap_release(mocklua_Heap *heap); /* all but the arena */
void mocklua_heap_trim(mocklua_Heap *heap);    /* gives back chunks in which nothing lives */

/* What a state holds when it has been prepared (image.c). */
typedef struct mocklua_Image {
  bool is_wanted;
  uint64_t key;   /* of what was prepared */
  uint8_t *bytes; /* of the arena; NULL: there is no image */
  size_t count;
  mocklua_Heap heap;
  size_t memory_used;
  size_t collector_step;
  int file_count;
} mocklua_Image;

/* A thread that is being closed, on the C stack of who closes it. */
typedef struct mocklua_Closing {
  lua_State *co;
  lua_KContext number; /* protected calls with a smaller one were there before */
  struct mocklua_Closing *outer;
} mocklua_Closing;

/* A coroutine that the host started. */
typedef struct mocklua_Run {
  lua_State *co; /* NULL: the slot is free */
  int anchor;    /* keeps the thread in the registry */
  mocklua_Meter *meter;
  lua_Integer ticket; /* of the wait that the host ends, while the run waits */
} mocklua_Run;

/* A text whose lines are counted (coverage.c). */
typedef struct mocklua_Text {
  char *name;
  int64_t *lines; /* the host's; from line 1 on */
  size_t count;
} mocklua_Text;

struct mocklua_State {
  lua_State *L;       /* the main thread */
  lua_State *running; /* the thread that runs at present */
  mocklua_Options options;
  mocklua_HostCall host_call;
  void *host_context;
  size_t memory_used;
  mocklua_Heap heap;
  mocklua_Image image;

  int depth; /* entries on the C stack at present */
  mocklua_Buffer results[MOCKLUA_MAX_DEPTH + 1];   /* results by depth */
  mocklua_Buffer arguments[MOCKLUA_MAX_DEPTH + 1]; /* host call arguments by depth */
  mocklua_Buffer reply;
  int32_t reply_error;
  bool reply_is_lost; /* there was no memory for it */
  char *stack_base;   /* where the C stack stood at the outermost entry */
#ifdef MOCKLUA_WATCHES_C_STACK
  char *stack_end; /* where the C stack of the thread ends that has entered */
#endif

  mocklua_Run *runs;
  int run_count;
  int *pool; /* anchors of finished threads */
  int pool_count, pool_capacity;
  mocklua_Closing *closing; /* the innermost; NULL: none */
  lua_KContext closings;    /* that there have been */
  bool can_wait;         /* the running thread and all that resumed it may yield to the host */
  lua_Integer last_ticket;
  lua_Integer awaited;   /* the ticket of a wait that is on its way to the host, or 0 */
  lua_Integer granted;   /* the ticket of the wait that the host has just ended, or 0 */
  bool is_refusing;      /* a stranger has resumed a thread that waits for the host */
  int32_t resumed_with;  /* the host result that a waiting function goes on with */

  mocklua_Meter *meter; /* of the chain that runs; NULL between entries */
  size_t external;      /* bytes that the host keeps for the script */
  bool has_stopped;     /* the main thread's hook stops everything, after a limit */
  bool wants_collection; /* the heap has grown past its limit; is it alive? */
  int pace;              /* instructions between two looks, where some were slow; 0: as many as usual */
  uint64_t looked_at;    /* monotonic nanoseconds of the last look; 0: nothing is known of the time since */
  size_t refused_size;  /* of the allocation that was refused last */
  size_t refused_table; /* bytes of a part of a table that was refused, until Lua asks again; 0: none */
  size_t collector_step; /* with more memory the collector starts, or works harder; SIZE_MAX: never */
  atomic_bool interrupt_wanted; /* written by other threads */

  mocklua_Error error;
  mocklua_Buffer message, file, path, traceback, value, value_name;
  const void *array_metatable; /* what marks a table as a list */
  int array_reference;         /* the same in the registry */
  mocklua_Buffer packed; /* scratch of the native `pack` */
  char **files;          /* chunk names, by place number */
  int file_count;
  mocklua_Text *texts;   /* whose lines are counted; mostly none */
  int text_count;
  int loaded_count;      /* texts that were compiled; 2 for more */
};

/*
 * A thread's extra space holds its owner, which coroutines inherit from the main thread, and a mark in a bit
 * that the owner's alignment leaves free: a limit has stopped the thread, and nothing resumes or closes it.
 */
static inline uintptr_t *mocklua_extra(lua_State *L) { return (uintptr_t *)lua_getextraspace(L); }
static inline mocklua_State *mocklua_owner(lua_State *L) {
  return (mocklua_State *)(*mocklua_extra(L) & ~(uintptr_t)1);
}
static inline bool mocklua_is_stopped(lua_State *L) { return (*mocklua_extra(L) & 1) != 0; }
static inline void mocklua_mark_stopped(lua_State *L) { *mocklua_extra(L) |= 1; }

static inline bool mocklua_is_killed(const mocklua_State *state) {
  return state->meter != NULL && state->meter->killed != MOCKLUA_LIMIT_NONE;
}

/* The address of the light userdata that stands for null. */
extern const char mocklua_null;
static inline void mocklua_push_null(lua_State *L) {
  lua_pushlightuserdata(L, (void *)&mocklua_null);
}

/* wire_encode.c */
typedef enum mocklua_Strictness {
  MOCKLUA_ANY_TABLE, /* objects of the runtime cross as the tables that they are */
  MOCKLUA_NO_OBJECTS,/* tables whose metatable has a `__name` are refused */
  MOCKLUA_DATA,      /* strings that are not UTF-8 are refused as well */
} mocklua_Strictness;
typedef struct mocklua_EncodeFailure {
  const char *problem; /* NULL where the value was encoded */
  mocklua_Buffer *path;
} mocklua_EncodeFailure;
/* `depth` counts the tables that are to be around the value. */
bool mocklua_encode(lua_State *L, int index, int depth, mocklua_Buffer *out, mocklua_Strictness strictness,
                    mocklua_EncodeFailure *failure);                               /* [-0, +0, m] */
bool mocklua_encode_list(lua_State *L, int first, int count, mocklua_Buffer *out,
                         mocklua_Strictness strictness, mocklua_EncodeFailure *failure);
                                                                                   /* [-0, +0, m] */
void mocklua_decode(lua_State *L, const uint8_t *at, size_t count);                /* [-0, +1, v] */
int mocklua_decode_list(lua_State *L, const uint8_t *at, size_t count);            /* [-0, +n, v] */

/* state.c */
typedef struct mocklua_Request {
  mocklua_State *state;
  const char *name;
  const uint8_t *bytes;
  size_t count;
  int32_t function;
  bool flag;
  mocklua_Meter *meter; /* of the chain that the entry belongs to; NULL: that of the entry around it, or a new one */
} mocklua_Request;
mocklua_Request *mocklua_request(lua_State *L);                                    /* [-n, +0, -] */
mocklua_Status mocklua_enter(mocklua_State *state, lua_CFunction work, mocklua_Request *request);
mocklua_State *mocklua_make(const mocklua_Options *options, bool wants_image, uint64_t key);
mocklua_Status mocklua_refuse_stopped(mocklua_State *state, const mocklua_Meter *meter);
void mocklua_forget_files(mocklua_State *state, int count);
mocklua_Buffer *mocklua_result_buffer(mocklua_State *state);
void mocklua_trim_buffers(mocklua_State *state, int depth); /* of entries from this depth on, which nobody reads any more */

/* image.c */
bool mocklua_retire(mocklua_State *state); /* whether the state is kept for later */

/* errors.c */
int mocklua_message_handler(lua_State *L);                                         /* [-1, +1, -] */
void mocklua_note_error(lua_State *L, lua_State *co);                              /* [-0, +0, v] */
void mocklua_note_stop(lua_State *L);                                              /* [-0, +0, -] */
void mocklua_clear_error(mocklua_State *state);
void mocklua_refuse_conversion(lua_State *L, const mocklua_EncodeFailure *failure);/* raises */
bool mocklua_is_internal(const lua_Debug *frame);
int mocklua_script_place(lua_State *L, lua_Debug *frame);                          /* [-0, +0, -] */
extern const char mocklua_conversion_mark; /* raised after the facts of a conversion are noted */
extern const char mocklua_noted_mark;      /* raised after the facts of an error are noted */

/* limits.c */
void mocklua_fill_meter(mocklua_State *state, mocklua_Meter *meter);
void mocklua_pause_meter(mocklua_Meter *meter);
uint64_t mocklua_now(void);
void mocklua_disarm_stopped(mocklua_State *state);                                 /* [-0, +0, -] */
void mocklua_kill(lua_State *L, mocklua_Limit limit);                              /* does not return */
void mocklua_stop(lua_State *L);                                                   /* does not return */
void mocklua_charge(lua_State *L, uint64_t instructions);                          /* [-0, +0, v] */
bool mocklua_has_room(const mocklua_State *state, size_t more);
bool mocklua_makes_room(lua_State *L, size_t more); /* collects where it has to */     /* [-0, +0, -] */
void mocklua_step_collector(mocklua_State *state);
void mocklua_collect_all(lua_State *L);                                            /* [-0, +0, -] */
/* What the allocator knows of a block that is to grow. */
typedef struct {
  size_t wanted; /* of the block, as Lua asks for it */
  size_t size; /* of what the heap takes for it */
  size_t more; /* bytes that the heap holds more then */
  bool is_stack;
  bool is_string;
  bool is_table; /* a part of a table, or something else that is no object */
} mocklua_Growth;

bool mocklua_may_grow(mocklua_State *state, const mocklua_Growth *growth);
void mocklua_hook(lua_State *L, lua_Debug *event);
void mocklua_check_c_stack(lua_State *L);                                          /* [-0, +0, v] */

/* coverage.c */
void mocklua_count_line(lua_State *L, lua_Debug *event);                           /* [-0, +0, -] */
int mocklua_mark_lines(lua_State *L);
int mocklua_watch_lines(lua_State *L);
void mocklua_forget_lines(mocklua_State *state);

/* pace.c */
void mocklua_set_hook(lua_State *L, int instructions); /* so many until the next look */ /* [-0, +0, -] */
void mocklua_arm(lua_State *L);                                                    /* [-0, +0, -] */
void mocklua_keep_pace(lua_State *L); /* before a thread runs on */                /* [-0, +0, -] */
void mocklua_adapt_pace(lua_State *L);                                             /* [-0, +0, -] */
void mocklua_note_largest(mocklua_State *state, size_t weight);
void mocklua_forget_pace(mocklua_State *state); /* where time has passed that no instruction took */

/* collisions.c: whether moving a table's keys into a hash part of so many bytes takes too long. */
bool mocklua_may_collide(const mocklua_Heap *heap, size_t size, uint64_t *drawn);

/* protected.c */
void mocklua_open_protected(lua_State *L);                                         /* [-0, +0, e] */

/* libraries.c, iteration.c, natives.c, host.c */
int mocklua_load_text(lua_State *L, const char *bytes, size_t count, const char *name);
                                                                                   /* [-0, +1, v] */
void mocklua_open_libraries(lua_State *L);                                         /* [-0, +0, e] */
void mocklua_mark_array(lua_State *L);                                             /* [-0, +0, -] */
/* library_base.c: gives the table at index 1 the metatable at index 2, and no finalizer. */
void mocklua_set_unmarked(lua_State *L);                                           /* [-0, +0|1, e] */
/* weak_tables.c: before anything else is made, and for a metatable of the runtime's own at index 2. */
void mocklua_hide_weakness(lua_State *L);                                          /* [-0, +0, m] */
void mocklua_make_weak(lua_State *L);                                              /* [-0, +0, m] */
int mocklua_close_thread(lua_State *L, lua_State *co);                             /* [-0, +0, v] */
void mocklua_copy_error(lua_State *L, lua_State *co);                              /* [-0, +1, m] */
mocklua_Closing *mocklua_closing_of(lua_State *L);                                 /* [-0, +0, -] */
int mocklua_refuse(lua_State *L, lua_KContext context, lua_KFunction again);       /* yields */
void mocklua_push_packed(lua_State *L, const uint8_t *bytes, size_t count);        /* [-0, +1, m] */
const uint8_t *mocklua_to_packed(lua_State *L, int index, size_t *count);          /* [-0, +0, -] */
void mocklua_push_private(lua_State *L);                                           /* [-0, +1, m] */
void mocklua_open_coroutines(lua_State *L);                                        /* [-0, +0, e] */
void mocklua_open_iteration(lua_State *L);                                         /* [-0, +0, e] */
int mocklua_plain_next(lua_State *L);                                               /* [-n, +2|1, v] */
void mocklua_push_natives(lua_State *L);                                           /* [-0, +1, e] */
void mocklua_push_host_function(lua_State *L, int32_t function, bool is_async);    /* [-0, +1, m] */
void mocklua_push_print(lua_State *L, int32_t function);                           /* [-0, +1, m] */

/* source_reader.c: compiles text, and returns Lua's status. Raises where a limit is reached. */
int mocklua_load_text(lua_State *L, const char *bytes, size_t count,
                      const char *chunkname);                                      /* [-0, +1, v] */

#endif
