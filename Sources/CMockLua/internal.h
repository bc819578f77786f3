/*
 * The layers of this target, lowest first. A file uses only functions and data of the files on earlier lines, which
 * scripts/check-c checks.
 *
 *     buffer chunks clock objects source_scan thread_sanitizer
 *     collisions pace places weak_tables
 *     limits
 *     allocator coroutines coverage exact_numbers library_time library_work source_reader
 *     hook key_order pattern_matching plain_search protected wire_decode wire_encode
 *     errors library_base library_load library_math library_numerals library_packing library_string library_table
 *            library_utf8
 *     iteration library_format library_patterns library_sort
 *     libraries natives
 *     calls
 *     state
 *     host image
 *     globals
 */
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

/* The maximum nesting depth of host calls. Lua itself stops at 200 C levels. */
#define MOCKLUA_MAX_DEPTH 200
/* The maximum number of instructions between two checks of the limits. If instructions are slow, there are fewer. */
#define MOCKLUA_HOOK_INTERVAL 1000
#define MOCKLUA_LARGE_GROWTH ((size_t)256 << 10) /* bytes; an allocation of this size or more first checks the clock */
/* The cost of a host function call from the instruction budget, and of a host function call that may wait. */
#define MOCKLUA_HOST_CALL_CHARGE 50
#define MOCKLUA_HOST_WAIT_CHARGE 1500
/*
 * The maximum C stack in bytes for everything below one call from the host. This is less than half of the smallest
 * thread's stack (512 KiB), because Lua's own frames after the last check need room, too.
 */
#define MOCKLUA_C_STACK ((size_t)224 << 10)
/*
 * Lua limits the nesting of C functions to 200. Without optimization, as in a debug build on Apple platforms, that
 * takes more than a thread's 512 KiB, so the hook frequently checks the remaining stack.
 */
#if defined(MOCKLUA_COMPILES_LUA) && !defined(__OPTIMIZE__)
#define MOCKLUA_WATCHES_C_STACK 1
#define MOCKLUA_C_STACK_RESERVE ((ptrdiff_t)192 << 10) /* for the code until the next check, and an error message */
#endif
/* Garbage collection doesn't start until a state holds this much. Most states never reach it. */
#define MOCKLUA_COLLECTOR_THRESHOLD ((size_t)4 << 20)
/*
 * The size at which a small state starts a collection, in percent of its live memory after the last one. The cost of
 * marking doesn't depend on the amount of garbage. A larger state uses Lua's own default.
 */
#define MOCKLUA_SMALL_STATE_PAUSE 400
#define MOCKLUA_LARGE_STATE ((size_t)8 << 20)
#define MOCKLUA_LARGE_STATE_PAUSE 200
/* The maximum nesting depth of tables that leave Lua. */
#define MOCKLUA_MAX_DATA_DEPTH 64
/* The maximum nesting depth of wire values: packed data within data, and some reserve. */
#define MOCKLUA_MAX_WIRE_DEPTH 200
/* The cost of a value from the memory limit when it leaves Lua. The host's form is larger than the wire format. */
#define MOCKLUA_VALUE_COST 64
/* The maximum number of chunk names in places. */
#define MOCKLUA_MAX_FILES 10000
/* The maximum number of stack levels that errors inspect. */
#define MOCKLUA_MAX_LEVELS 50
/* The prefix of the runtime's own chunks, which are omitted from places and tracebacks. */
#define MOCKLUA_INTERNAL_CHUNK "=[mocklua]"
/* The name of the metatable of packed data. */
#define MOCKLUA_PACKED_NAME "packed data"

/* The remaining budget and time of a chain of calls (limits.c). Time counts only while code of the chain runs. */
struct mocklua_Meter {
  uint64_t instructions_left;
  uint64_t time_left; /* nanoseconds; UINT64_MAX: no limit */
  uint64_t slice_end; /* monotonic nanoseconds; valid while the chain runs and after its clock was checked */
  bool slice_began;
  mocklua_Limit killed; /* the limit that stopped the chain; its code can't run anymore */
};

/* The memory of a state (allocator.c, chunks.c). */
#define MOCKLUA_SMALL_LIMIT 512
typedef struct mocklua_Chunk {
  struct mocklua_Chunk *next;
  uint32_t cut;  /* bytes cut into blocks, set once another chunk is the newest */
  uint32_t free; /* free bytes of those, while mocklua_heap_trim counts them */
} mocklua_Chunk;
typedef struct mocklua_FreeBlock {
  struct mocklua_FreeBlock *next;
} mocklua_FreeBlock;
typedef struct mocklua_LargeBlock {
  struct mocklua_LargeBlock *previous, *next;
  size_t size; /* including this header */
  size_t is_stack; /* whether it may be a stack; size_t keeps the block aligned to 16 bytes */
} mocklua_LargeBlock;
typedef struct mocklua_Heap {
  mocklua_State *state;
  mocklua_Chunk *chunks;
  uint8_t *next, *end; /* the unused part of the newest chunk, or of the arena */
  mocklua_LargeBlock *large;
  mocklua_FreeBlock *free[MOCKLUA_SMALL_LIMIT / 16 + 1];
  uint8_t *arena, *arena_end; /* all memory until an image is made; usually NULL */
  bool fills_arena;
  bool expects_stack; /* a thread was allocated, and its stack is next */
  size_t held;    /* bytes of chunks and large blocks, which the process holds for this heap */
  size_t largest; /* the largest weight of any block so far: its size, or more for a string */
} mocklua_Heap;

/* The memory of a prepared state (image.c). */
typedef struct mocklua_Image {
  bool is_wanted;
  uint64_t key;   /* identifies the preparation */
  uint8_t *bytes; /* the bytes of the arena; NULL: no image */
  size_t count;
  mocklua_Heap heap;
  size_t memory_used;
  size_t collector_step;
  int file_count;
} mocklua_Image;

/* A thread that is being closed, on the C stack of the code that closes it. */
typedef struct mocklua_Closing {
  lua_State *co;
  lua_KContext number; /* protected calls with a smaller number existed before */
  struct mocklua_Closing *outer;
} mocklua_Closing;

/* A coroutine that the host started. */
typedef struct mocklua_Run {
  lua_State *co; /* NULL: the slot is free */
  int anchor;    /* keeps the thread in the registry */
  mocklua_Meter *meter;
  lua_Integer ticket; /* the ticket of the current wait, which the host ends */
} mocklua_Run;

/* A source whose lines are counted (coverage.c). */
typedef struct mocklua_Text {
  char *name;
  int64_t *lines; /* owned by the host; starts at line 1 */
  size_t count;
} mocklua_Text;

struct mocklua_State {
  lua_State *L;       /* the main thread */
  lua_State *running; /* the thread that is running */
  mocklua_Options options;
  mocklua_HostCall host_call;
  void *host_context;
  size_t memory_used;
  mocklua_Heap heap;
  mocklua_Image image;

  int depth; /* the number of nested calls on the C stack */
  mocklua_Buffer results[MOCKLUA_MAX_DEPTH + 1];   /* results, by depth */
  mocklua_Buffer arguments[MOCKLUA_MAX_DEPTH + 1]; /* host call arguments, by depth */
  mocklua_Buffer reply;
  int32_t reply_error;
  bool reply_is_lost; /* memory ran out for it */
  char *stack_base;   /* the C stack position at the outermost call */
#ifdef MOCKLUA_WATCHES_C_STACK
  char *stack_end; /* the end of the calling thread's C stack */
#endif

  mocklua_Run *runs;
  int run_count;
  int *pool; /* registry anchors of finished threads */
  int pool_count, pool_capacity;
  mocklua_Closing *closing; /* the innermost; NULL if there isn't one */
  lua_KContext closings;    /* the number of closings so far */
  bool can_wait;         /* the running thread and all threads that resumed it may yield to the host */
  lua_Integer last_ticket;
  lua_Integer awaited;   /* the ticket of a wait that is being passed to the host, or 0 */
  lua_Integer granted;   /* the ticket of the wait that the host has just ended, or 0 */
  bool is_refusing;      /* a script has resumed a thread that waits for the host */
  int32_t resumed_with;  /* the host result with which a waiting function continues */

  lua_Hook hook;        /* mocklua_hook, for code in the layers before it */
  mocklua_Meter *meter; /* the meter of the running chain; NULL between calls */
  size_t external;      /* bytes that the host keeps for the script */
  bool has_stopped;     /* after a limit, the main thread's hook stops everything */
  bool wants_collection; /* the heap has exceeded its limit; a collection shows whether it is live */
  int pace;              /* instructions between two checks, after slow ones; 0: the usual number */
  uint64_t looked_at;    /* monotonic nanoseconds of the last check; 0: the time since then is unknown */
  size_t refused_size;  /* the size of the last refused allocation */
  size_t refused_table; /* bytes of a refused part of a table, until Lua retries; 0: none */
  size_t collector_step; /* the memory at which the collector starts or works harder; SIZE_MAX: never */
  atomic_bool interrupt_wanted; /* written by other threads */

  mocklua_Error error;
  mocklua_Buffer message, file, path, traceback, value, value_name;
  const void *array_metatable; /* the metatable that marks a table as a list */
  int array_reference;         /* the registry reference of the same metatable */
  mocklua_Buffer packed; /* temporary buffer of the native `pack` */
  char **files;          /* chunk names, by file number */
  int file_count;
  mocklua_Text *texts;   /* the sources whose lines are counted; usually none */
  int text_count;
  int loaded_count;      /* the number of compiled sources; 2 means two or more */
};

/*
 * A thread's extra space contains its owner, which coroutines inherit from the main thread. A bit left free by the
 * owner's alignment marks threads that a limit has stopped. They can't be resumed or closed.
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

/* clock.c */
uint64_t mocklua_now(void); /* monotonic nanoseconds */

/* chunks.c */
void mocklua_heap_trim(mocklua_Heap *heap); /* frees chunks without live blocks */

/* places.c */
bool mocklua_is_internal(const lua_Debug *frame);
int mocklua_script_place(lua_State *L, lua_Debug *frame);                          /* [-0, +0, -] */
void mocklua_set_text(mocklua_Buffer *buffer, const char *text, size_t count); /* shortens a long text */
void mocklua_set_file(mocklua_State *state, const lua_Debug *frame);
void mocklua_clear_error(mocklua_State *state);
void mocklua_note_place(mocklua_State *state, lua_State *co);                      /* [-0, +0, -] */
void mocklua_write_traceback(lua_State *L, mocklua_Buffer *out);                   /* [-0, +0, -] */
void mocklua_note_stop(lua_State *L);                                              /* [-0, +0, -] */
extern const char mocklua_noted_mark;      /* raised after the facts of an error are noted */

/* objects.c */
extern const char mocklua_null; /* its address is the light userdata that represents null */
static inline void mocklua_push_null(lua_State *L) {
  lua_pushlightuserdata(L, (void *)&mocklua_null);
}
void mocklua_open_array(lua_State *L);                                             /* [-0, +0, e] */
void mocklua_mark_array(lua_State *L);                                             /* [-0, +0, -] */
void mocklua_push_packed(lua_State *L, const uint8_t *bytes, size_t count);        /* [-0, +1, m] */
const uint8_t *mocklua_to_packed(lua_State *L, int index, size_t *count);          /* [-0, +0, -] */

/* pace.c */
void mocklua_set_hook(lua_State *L, int instructions); /* the number until the next check */ /* [-0, +0, -] */
void mocklua_arm(lua_State *L);                                                    /* [-0, +0, -] */
void mocklua_keep_pace(lua_State *L); /* before a thread continues */                /* [-0, +0, -] */
void mocklua_adapt_pace(lua_State *L);                                             /* [-0, +0, -] */
void mocklua_note_largest(mocklua_State *state, size_t weight);
void mocklua_forget_pace(mocklua_State *state); /* after time in which no instructions ran */

/* collisions.c: returns whether moving a table's keys to a hash part of this size takes too long. */
bool mocklua_may_collide(const mocklua_Heap *heap, size_t size, uint64_t *drawn);

/* weak_tables.c: called before anything else is created, and for a metatable of the runtime at index 2. */
void mocklua_hide_weakness(lua_State *L);                                          /* [-0, +0, m] */
void mocklua_make_weak(lua_State *L);                                              /* [-0, +0, m] */
void mocklua_push_weak_values(lua_State *L);                                       /* [-0, +1, m] */

/* limits.c */
void mocklua_fill_meter(mocklua_State *state, mocklua_Meter *meter);
void mocklua_pause_meter(mocklua_Meter *meter);
void mocklua_disarm_stopped(mocklua_State *state);                                 /* [-0, +0, -] */
void mocklua_kill(lua_State *L, mocklua_Limit limit);                              /* does not return */
void mocklua_stop(lua_State *L);                                                   /* does not return */
void mocklua_raise_stop(lua_State *L); /* in a thread that can't yield */           /* does not return */
void mocklua_charge(lua_State *L, uint64_t instructions);                          /* [-0, +0, v] */
/* Charges the running chain, and collects garbage if requested. Returns the limit that is exceeded. */
mocklua_Limit mocklua_spend_instructions(lua_State *L, mocklua_State *state, uint64_t instructions);
                                                                                   /* [-0, +0, -] */
bool mocklua_has_room(const mocklua_State *state, size_t more);
bool mocklua_makes_room(lua_State *L, size_t more); /* collects if needed */     /* [-0, +0, -] */
void mocklua_step_collector(mocklua_State *state);
void mocklua_collect_all(lua_State *L);                                            /* [-0, +0, -] */
/* The allocator's information about a growing block. */
typedef struct {
  size_t wanted; /* the block's new size, as requested by Lua */
  size_t size; /* the size that the heap uses for it */
  size_t more; /* additional bytes that the heap will hold */
  bool is_stack;
  bool is_string;
  bool is_table; /* a part of a table, or another block that isn't an object */
} mocklua_Growth;

bool mocklua_may_grow(mocklua_State *state, const mocklua_Growth *growth);
void mocklua_check_c_stack(lua_State *L);                                          /* [-0, +0, v] */

/* allocator.c */
void *mocklua_allocate(void *context, void *block, size_t old_size, size_t new_size);
void mocklua_heap_open_arena(mocklua_Heap *heap);
void mocklua_heap_release(mocklua_Heap *heap); /* everything except the arena */

/* coroutines.c */
int mocklua_close_thread(lua_State *L, lua_State *co);                             /* [-0, +0, v] */
void mocklua_copy_error(lua_State *L, lua_State *co);                              /* [-0, +1, m] */
mocklua_Closing *mocklua_closing_of(lua_State *L);                                 /* [-0, +0, -] */
int mocklua_refuse(lua_State *L, lua_KContext context, lua_KFunction again);       /* yields */
void mocklua_open_coroutines(lua_State *L);                                        /* [-0, +0, e] */

/* exact_numbers.c */
#define MOCKLUA_MAX_DIGITS 309 /* of a whole number in the range of a double */
void mocklua_open_exact(lua_State *L);                                             /* [-0, +0, m] */
void mocklua_push_exact(lua_State *L, const char *digits, size_t count);           /* [-0, +1, m] */
const char *mocklua_to_exact(lua_State *L, int index, size_t *count);              /* [-0, +0, -] */
bool mocklua_push_nearest(lua_State *L, int index); /* false for other values */   /* [-0, +0|1, m] */

/* coverage.c */
void mocklua_count_line(lua_State *L, lua_Debug *event);                           /* [-0, +0, -] */
int mocklua_mark_lines(lua_State *L);
int mocklua_watch_lines(lua_State *L);
void mocklua_forget_lines(mocklua_State *state);

/* wire_decode.c */
void mocklua_decode(lua_State *L, const uint8_t *at, size_t count);                /* [-0, +1, v] */
int mocklua_decode_list(lua_State *L, const uint8_t *at, size_t count);            /* [-0, +n, v] */

/* wire_encode.c */
typedef enum mocklua_Strictness {
  MOCKLUA_ANY_TABLE, /* objects of the runtime are passed as plain tables */
  MOCKLUA_NO_OBJECTS,/* tables whose metatable has a `__name` are rejected */
  MOCKLUA_DATA,      /* strings that aren't UTF-8 are rejected as well */
} mocklua_Strictness;
typedef struct mocklua_EncodeFailure {
  const char *problem; /* NULL if the value was encoded */
  mocklua_Buffer *path;
} mocklua_EncodeFailure;
/* `depth` is the number of tables that will enclose the value. */
bool mocklua_encode(lua_State *L, int index, int depth, mocklua_Buffer *out, mocklua_Strictness strictness,
                    mocklua_EncodeFailure *failure);                               /* [-0, +0, m] */
bool mocklua_encode_list(lua_State *L, int first, int count, mocklua_Buffer *out,
                         mocklua_Strictness strictness, mocklua_EncodeFailure *failure);
                                                                                   /* [-0, +0, m] */

/* hook.c */
void mocklua_hook(lua_State *L, lua_Debug *event);

/* protected.c */
void mocklua_open_protected(lua_State *L);                                         /* [-0, +0, e] */

/* errors.c */
int mocklua_message_handler(lua_State *L);                                         /* [-1, +1, -] */
void mocklua_note_error(lua_State *L, lua_State *co);                              /* [-0, +0, v] */
void mocklua_refuse_conversion(lua_State *L, const mocklua_EncodeFailure *failure);/* raises */
extern const char mocklua_conversion_mark; /* raised after the facts of a conversion are noted */

/* source_reader.c: compiles a source text, and returns Lua's status. Raises if a limit is exceeded. */
int mocklua_load_text(lua_State *L, const char *bytes, size_t count,
                      const char *chunkname);                                      /* [-0, +1, v] */

/* iteration.c */
void mocklua_open_iteration(lua_State *L);                                         /* [-0, +0, e] */
int mocklua_plain_next(lua_State *L);                                               /* [-n, +2|1, v] */

/* library_base.c: sets the metatable at index 2 on the table at index 1, without a finalizer. */
void mocklua_set_unmarked(lua_State *L);                                           /* [-0, +0|1, e] */

/* libraries.c */
void mocklua_open_libraries(lua_State *L);                                         /* [-0, +0, e] */

/* natives.c */
void mocklua_push_natives(lua_State *L);                                           /* [-0, +1, e] */
void mocklua_push_private(lua_State *L);                                           /* [-0, +1, m] */

/* calls.c */
typedef struct mocklua_Request {
  mocklua_State *state;
  const char *name;
  const uint8_t *bytes;
  size_t count;
  int32_t function;
  bool flag;
  mocklua_Meter *meter; /* the call's chain; NULL: the chain of the call around it, or a new one */
} mocklua_Request;
mocklua_Request *mocklua_request(lua_State *L);                                    /* [-n, +0, -] */
mocklua_Status mocklua_enter(mocklua_State *state, lua_CFunction work, mocklua_Request *request);
mocklua_Buffer *mocklua_result_buffer(mocklua_State *state);
void mocklua_trim_buffers(mocklua_State *state, int depth); /* from this depth on, whose values are no longer read */

/* state.c */
mocklua_State *mocklua_make(const mocklua_Options *options, bool wants_image, uint64_t key);
void mocklua_free(mocklua_State *state); /* a state that isn't kept for later */
void mocklua_forget_files(mocklua_State *state, int count);

/* host.c */
void mocklua_push_host_function(lua_State *L, int32_t function, bool is_async);    /* [-0, +1, m] */
void mocklua_push_print(lua_State *L, int32_t function);                           /* [-0, +1, m] */

#endif
