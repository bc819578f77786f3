#ifndef MOCKLUA_INTERNAL_H
#define MOCKLUA_INTERNAL_H

#include <lauxlib.h>
#include <stdatomic.h>
#include <lua.h>
#include <lualib.h>

#include "CMockLua.h"
#include "buffer.h"

/* Host calls nest at most this deep; Lua itself stops at 200 C levels. */
#define MOCKLUA_MAX_DEPTH 200
/* Instructions between two looks at the limits. */
#define MOCKLUA_HOOK_INTERVAL 1000
/* A state does not collect garbage before it holds this much: most never do. */
#define MOCKLUA_COLLECTOR_THRESHOLD ((size_t)4 << 20)
/* A small state collects when it holds this many per cent of what was alive the last time: marking costs
 * the same for little garbage as for much. One that has held more goes by Lua's own default. */
#define MOCKLUA_SMALL_STATE_PAUSE 400
#define MOCKLUA_LARGE_STATE ((size_t)8 << 20)
#define MOCKLUA_LARGE_STATE_PAUSE 200
/* Tables nest at most this deep on the way out of Lua. */
#define MOCKLUA_MAX_DATA_DEPTH 64
/* Chunks of the runtime itself begin with this, and are left out of places and tracebacks. */
#define MOCKLUA_INTERNAL_CHUNK "=[mocklua]"

typedef struct mocklua_Meter {
  uint64_t instructions_left;
  uint64_t deadline; /* monotonic nanoseconds, 0: none; the clock starts at the first look at it */
#define MOCKLUA_UNSTARTED UINT64_MAX
} mocklua_Meter;

/* Where a state's memory comes from (allocator.c). */
#define MOCKLUA_SMALL_LIMIT 512
typedef struct mocklua_Chunk {
  struct mocklua_Chunk *next;
} mocklua_Chunk;
typedef struct mocklua_FreeBlock {
  struct mocklua_FreeBlock *next;
} mocklua_FreeBlock;
typedef struct mocklua_LargeBlock {
  struct mocklua_LargeBlock *previous, *next;
} mocklua_LargeBlock;
typedef struct mocklua_Heap {
  mocklua_Chunk *chunks;
  uint8_t *next, *end; /* the rest of the newest chunk, or of the arena */
  mocklua_LargeBlock *large;
  mocklua_FreeBlock *free[MOCKLUA_SMALL_LIMIT / 16 + 1];
  uint8_t *arena, *arena_end; /* where everything lies up to the making of an image; mostly NULL */
  bool fills_arena;
} mocklua_Heap;
void *mocklua_allocate(void *context, void *block, size_t old_size, size_t new_size);
void mocklua_heap_open_arena(mocklua_Heap *heap);
void mocklua_heap_release(mocklua_Heap *heap); /* all but the arena */

/* What a state holds when it has been prepared (image.c). */
typedef struct mocklua_Image {
  bool is_wanted;
  uint8_t *bytes; /* of the arena; NULL: there is no image */
  size_t count;
  mocklua_Heap heap;
  size_t memory_used;
  bool holds_collector;
  int file_count;
} mocklua_Image;

/* A coroutine that the host started. */
typedef struct mocklua_Run {
  lua_State *co; /* NULL: the slot is free */
  int anchor;    /* keeps the thread in the registry */
  mocklua_Meter meter;
  uint64_t time_left; /* of the deadline, while it waits; 0 where its clock has not started */
} mocklua_Run;

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

  mocklua_Run *runs;
  int run_count;
  int *pool; /* anchors of finished threads */
  int pool_count, pool_capacity;
  int closing;           /* threads that are being closed at present */
  bool is_awaiting;      /* a host function waits, up through all coroutines */
  int32_t resumed_with;  /* the host result that a waiting function goes on with */

  mocklua_Meter meter;
  mocklua_Limit killed;           /* while set, every protected call re-raises */
  bool holds_collector; /* until the threshold is reached */
  bool is_large;        /* has held more than a small state does */
  atomic_bool interrupt_wanted; /* written by other threads */

  mocklua_Error error;
  mocklua_Buffer message, file, path, traceback, value, value_name;
  char memory_file[LUA_IDSIZE]; /* where the last allocation was refused */
  int memory_line;

  const void *array_metatable; /* what marks a table as a list */
  int array_reference;         /* the same in the registry */
  mocklua_Buffer packed; /* scratch of the native `pack` */
  char **files;          /* chunk names, by place number */
  int file_count;
};

/* The owner of a Lua thread, kept in its extra space and inherited by coroutines. */
static inline mocklua_State *mocklua_owner(lua_State *L) {
  return *(mocklua_State **)lua_getextraspace(L);
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
bool mocklua_encode(lua_State *L, int index, mocklua_Buffer *out, mocklua_Strictness strictness,
                    mocklua_EncodeFailure *failure);                               /* [-0, +0, m] */
bool mocklua_encode_list(lua_State *L, int first, int count, mocklua_Buffer *out,
                         mocklua_Strictness strictness, mocklua_EncodeFailure *failure);
                                                                                   /* [-0, +0, m] */
const uint8_t *mocklua_decode(lua_State *L, const uint8_t *at);                    /* [-0, +1, m] */
int mocklua_decode_list(lua_State *L, const uint8_t *at, size_t count);            /* [-0, +n, m] */

/* state.c */
typedef struct mocklua_Request {
  mocklua_State *state;
  const char *name;
  const uint8_t *bytes;
  size_t count;
  int32_t function;
  bool flag;
} mocklua_Request;
mocklua_Request *mocklua_request(lua_State *L);                                    /* [-n, +0, -] */
mocklua_Status mocklua_enter(mocklua_State *state, lua_CFunction work, mocklua_Request *request);
mocklua_State *mocklua_make(const mocklua_Options *options, bool wants_image);
void mocklua_forget_files(mocklua_State *state, int count);
mocklua_Buffer *mocklua_result_buffer(mocklua_State *state);

/* image.c */
bool mocklua_retire(mocklua_State *state); /* whether the state is kept for later */

/* errors.c */
int mocklua_message_handler(lua_State *L);                                         /* [-1, +1, -] */
void mocklua_clear_error(mocklua_State *state);
void mocklua_refuse_conversion(lua_State *L, const mocklua_EncodeFailure *failure);/* raises */
bool mocklua_is_internal(const lua_Debug *frame);
int mocklua_script_place(lua_State *L, lua_Debug *frame);                          /* [-0, +0, -] */
extern const char mocklua_conversion_mark; /* raised after the facts of a conversion are noted */
extern const char mocklua_noted_mark;      /* raised after the facts of an error are noted */

/* limits.c */
void mocklua_start_meter(mocklua_State *state);
uint64_t mocklua_now(void);
void mocklua_arm(lua_State *L);                                                    /* [-0, +0, -] */
void mocklua_kill(lua_State *L, mocklua_Limit limit);                              /* raises */
void mocklua_charge(lua_State *L, uint64_t instructions);                          /* [-0, +0, v] */
void mocklua_open_protected(lua_State *L);                                         /* [-0, +0, e] */

/* libraries.c, iteration.c, natives.c, host.c */
void mocklua_open_libraries(lua_State *L);                                         /* [-0, +0, e] */
void mocklua_mark_array(lua_State *L);                                             /* [-0, +0, -] */
int mocklua_close_thread(lua_State *L, lua_State *co);                             /* [-0, +0, -] */
void mocklua_open_coroutines(lua_State *L);                                        /* [-0, +0, e] */
void mocklua_open_iteration(lua_State *L);                                         /* [-0, +0, e] */
int mocklua_plain_next(lua_State *L);                                               /* [-n, +2|1, v] */
void mocklua_push_natives(lua_State *L);                                           /* [-0, +1, e] */
void mocklua_push_host_function(lua_State *L, int32_t function, bool is_async);    /* [-0, +1, m] */
void mocklua_push_print(lua_State *L, int32_t function);                           /* [-0, +1, m] */

#endif
