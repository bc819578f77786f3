#ifndef MOCKLUA_CMOCKLUA_H
#define MOCKLUA_CMOCKLUA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The border between Swift and Lua.
 *
 * The problem: an error in Lua is a longjmp, a jump to the last protected call. It discards the C frames in between. A
 * Swift frame must not be discarded this way, because it would never release its objects. Nearly every function of
 * Lua's API may raise, at least when memory runs out, so Swift calls none of them.
 *
 * From Swift to Lua: each function here describes its work in a request, runs all of it inside one protected call, and
 * returns a status (calls.c). An error ends there, as facts that Swift reads afterwards.
 *
 *     Swift | mocklua_call | lua_pcall [ read the arguments, run the script, write the results ] | status | Swift
 *
 * From Lua to Swift: a script that calls a host function calls C, which writes the arguments, calls Swift, and waits
 * for a status. Swift leaves its reply in a buffer and returns. Only then, with no Swift frame left above the protected
 * call, does C push the results or raise (host.c).
 *
 * Values are exchanged as bytes, never as Lua values. C walks a table inside the protected call, and Swift reads the
 * bytes without using Lua (wire_encode.c). A Lua function is passed as a number under which the state keeps it.
 *
 * An asynchronous host function doesn't wait on the C stack. Its coroutine yields, the function that started it returns
 * MOCKLUA_YIELDED, Swift waits, and another call resumes the coroutine (calls.c).
 *
 * A state has one owner at a time. No function here takes a lock, except `mocklua_interrupt`.
 */

typedef struct mocklua_State mocklua_State;

/* The remaining budget and time of a chain of calls. Calls with the same meter belong to the same chain. */
typedef struct mocklua_Meter mocklua_Meter;

/* Bytes owned by the state, valid until the next call on the same state and depth. */
typedef struct mocklua_Bytes {
  const uint8_t *start;
  size_t count;
} mocklua_Bytes;

typedef enum mocklua_Status {
  MOCKLUA_OK = 0,
  MOCKLUA_YIELDED,          /* a coroutine is waiting for an asynchronous host function */
  MOCKLUA_SYNTAX_ERROR,     /* the source doesn't compile */
  MOCKLUA_RUNTIME_ERROR,    /* the script raised an error */
  MOCKLUA_CONVERSION_ERROR, /* a value has no wire format */
  MOCKLUA_LIMIT_ERROR,      /* a limit stopped the script */
} mocklua_Status;

typedef enum mocklua_Limit {
  MOCKLUA_LIMIT_NONE = 0,
  MOCKLUA_LIMIT_INSTRUCTIONS,
  MOCKLUA_LIMIT_DEADLINE,
  MOCKLUA_LIMIT_MEMORY,
  MOCKLUA_LIMIT_INTERRUPT,
  MOCKLUA_LIMIT_WAKE_UPS, /* set only by the host, with mocklua_kill_meter */
} mocklua_Limit;

/* The facts of the last failed call. Strings are valid until the next call on the state. */
typedef struct mocklua_Error {
  mocklua_Limit limit;
  bool is_incomplete;     /* syntax errors: more text could make the chunk valid */
  int32_t host_error;     /* the number from the failed host function, or -1 */
  int32_t line;           /* starting at 1, or 0 if unknown */
  mocklua_Bytes file;     /* the chunk's name, or empty */
  mocklua_Bytes message;  /* without the place */
  mocklua_Bytes path;     /* conversion errors: a key path such as `items[3].price` */
  mocklua_Bytes traceback;/* script frames, one per line, innermost first */
  mocklua_Bytes value;    /* the raised value in the wire format, if it was a table of data */
  mocklua_Bytes value_name; /* `__name` of that table's metatable, or empty */
} mocklua_Error;

typedef enum mocklua_HostResult {
  MOCKLUA_HOST_RETURN = 0, /* the reply buffer contains the list of results */
  MOCKLUA_HOST_RAISE,      /* the reply buffer contains a message, raised with the caller's place */
  MOCKLUA_HOST_AWAIT,      /* the calling coroutine waits for mocklua_resume */
} mocklua_HostResult;

/*
 * Called for every host function. `arguments` is a wire list, valid during the call. Pass the results to
 * `mocklua_reply`. The function must not raise into Lua or return through Lua frames.
 */
typedef int32_t (*mocklua_HostCall)(void *context, int32_t function, const uint8_t *arguments,
                                    size_t count);

typedef struct mocklua_Options {
  uint64_t instruction_budget;  /* instructions per chain of calls; 0: unlimited */
  uint64_t deadline_nanoseconds;/* running time per chain of calls; 0: unlimited */
  size_t memory_limit;          /* bytes; 0: unlimited */
  uint64_t random_seed;         /* the seed of math.random */
} mocklua_Options;

/* Creates a state with the safe libraries. Returns NULL if memory runs out. */
mocklua_State *mocklua_create(const mocklua_Options *options);
void mocklua_destroy(mocklua_State *state);

/*
 * Creates a state that its host prepares in the same way as all others with the same key. Preparation sets globals and
 * runs chunks that don't depend on the state. If `*is_prepared` is true, it has already happened. Otherwise, the host
 * must do it and call `mocklua_finish_preparing`.
 */
mocklua_State *mocklua_create_prepared(const mocklua_Options *options, uint64_t key,
                                       bool *is_prepared);
void mocklua_finish_preparing(mocklua_State *state);

/*
 * Creates a meter with the state's current limits. Returns NULL if memory runs out. The meter must outlive every run
 * that uses it. Without a meter, a call from the host is a separate chain, and a nested call belongs to the chain of
 * the call around it.
 */
mocklua_Meter *mocklua_create_meter(mocklua_State *state);
void mocklua_destroy_meter(mocklua_Meter *meter);

/* Ends a chain, so that its code can't run anymore. */
void mocklua_kill_meter(mocklua_Meter *meter, mocklua_Limit limit);

/* Returns the limit that has stopped the chain, or MOCKLUA_LIMIT_NONE. */
mocklua_Limit mocklua_meter_limit(const mocklua_Meter *meter);

void mocklua_set_host(mocklua_State *state, mocklua_HostCall call, void *context);

/* Replaces the limits of later calls. */
void mocklua_set_limits(mocklua_State *state, uint64_t instruction_budget,
                        uint64_t deadline_nanoseconds, size_t memory_limit);

/* Stops the running script at the next check. The only function here that other threads may call. */
void mocklua_interrupt(mocklua_State *state);

/* Withdraws an interruption that hasn't stopped a script yet. */
void mocklua_forget_interrupt(mocklua_State *state);

/* Returns the number of bytes that Lua currently uses. */
size_t mocklua_memory_used(const mocklua_State *state);

/* Returns the number of bytes that the process holds for Lua's heap. The memory limit applies to this number. */
size_t mocklua_memory_held(const mocklua_State *state);

/* Adds to the number of bytes that the host keeps for a script. */
void mocklua_hold(mocklua_State *state, ptrdiff_t more);
/*
 * For the work of a host function on behalf of a script, such as decoding. Charges it, and returns whether it may
 * continue while it holds this number of bytes. If not, the chain ends when the host function returns.
 */
bool mocklua_may_work(mocklua_State *state, uint64_t instructions, size_t bytes);

/*
 * For work between the calls of a chain, such as pattern matching, or while the chain runs. After the work, the chain's
 * clock is paused.
 */
bool mocklua_chain_may_work(mocklua_State *state, mocklua_Meter *meter, uint64_t instructions);
void mocklua_chain_rests(mocklua_State *state, mocklua_Meter *meter);

mocklua_Status mocklua_collect(mocklua_State *state);

/*
 * Compiles a source text. `name` follows Lua's convention: `@file` or `=title`. On success, `*function` is a reference
 * that `mocklua_release` frees. A first line that starts with `#` is skipped. Bytecode is rejected.
 */
mocklua_Status mocklua_load(mocklua_State *state, const uint8_t *source, size_t count,
                            const char *name, int32_t *function);

/* Loads one of the runtime's own chunks from bytecode written by `lua_dump`. */
mocklua_Status mocklua_load_compiled(mocklua_State *state, const uint8_t *bytecode, size_t count,
                                     const char *name, int32_t *function);

/*
 * Calls a referenced function with a wire list. The result is a wire list, which is empty if results aren't wanted.
 * `meter` may be NULL.
 */
mocklua_Status mocklua_call(mocklua_State *state, mocklua_Meter *meter, int32_t function,
                            const uint8_t *arguments, size_t count, bool wants_results);

/*
 * Calls a referenced function with the table of natives (see natives.c) as its only argument, for chunks that extend
 * the runtime. The result is a wire list.
 */
mocklua_Status mocklua_call_with_natives(mocklua_State *state, int32_t function);

/*
 * Starts a referenced function on a new coroutine, taken from a pool.
 *
 * MOCKLUA_OK means that it ran to completion and the results are available. MOCKLUA_YIELDED means that it is waiting
 * for an asynchronous host function. `mocklua_resume` must then be called with `*coroutine`. The meter must not be
 * NULL, and is paused during the wait. Objects of the runtime are rejected as results.
 */
mocklua_Status mocklua_start(mocklua_State *state, mocklua_Meter *meter, int32_t function,
                             const uint8_t *arguments, size_t count, int32_t *coroutine);

/*
 * Resumes a waiting coroutine. The host function returns or raises the value passed to `mocklua_reply` before. If a
 * limit has stopped the chain in the meantime, the coroutine is released without running.
 */
mocklua_Status mocklua_resume(mocklua_State *state, int32_t coroutine, int32_t host_result);

/*
 * Starts counting how often each line of the source loaded as `@name` runs (coverage.c). `lines` has one number per
 * line, and must outlive the state. Other threads may read the numbers, and other states may increment them. A number
 * is 0 for a line without code, or one that isn't known yet; otherwise, it is the number of runs plus one. Returns
 * false if memory runs out.
 */
bool mocklua_count_lines(mocklua_State *state, const char *name, int64_t *lines, size_t count);

/* Frees a reference. */
void mocklua_release(mocklua_State *state, int32_t function);

/* Returns whether the bytes are exactly one valid value in the wire format (wire_decode.c). */
bool mocklua_wire_is_valid(const uint8_t *bytes, size_t count);

/* Reads a global, or a field if the path has dots (`a.b`), as one wire value. */
mocklua_Status mocklua_get(mocklua_State *state, const char *path);

/* Sets a global, or a field if the path has dots, from one wire value. Creates missing tables. */
mocklua_Status mocklua_set(mocklua_State *state, const char *path, const uint8_t *value,
                           size_t count);

/* Creates a reference to the function in a global or a field. */
mocklua_Status mocklua_function(mocklua_State *state, const char *path, int32_t *function);

/* Creates a reference to a function that one of the runtime's chunks added to the table of natives. */
mocklua_Status mocklua_native_function(mocklua_State *state, const char *name, int32_t *function);

/* Registers a host function in the table of natives, which the runtime's chunks share and scripts can't access. */
mocklua_Status mocklua_register_native(mocklua_State *state, const char *path, int32_t function,
                                       bool is_async);

/* Registers host function number `function` as a global or a field. */
mocklua_Status mocklua_register(mocklua_State *state, const char *path, int32_t function);

/* Registers a host function that returns MOCKLUA_HOST_AWAIT. It can be called only where waiting is possible. */
mocklua_Status mocklua_register_async(mocklua_State *state, const char *path, int32_t function);

/* Sets the host function that receives the output of `print` as one string. */
mocklua_Status mocklua_register_print(mocklua_State *state, int32_t function);

/* Returns the result of the last successful call. */
mocklua_Bytes mocklua_result(const mocklua_State *state);
/* Keeps the result while it is being read. Decoding user types may call Lua again. */
void mocklua_hold_result(mocklua_State *state);
void mocklua_let_go_of_result(mocklua_State *state);

/* Returns the facts of the last failed call. */
const mocklua_Error *mocklua_last_error(const mocklua_State *state);

/* Sets a host function's results or error. `host_error` is the number of the host's own error, or -1. */
void mocklua_reply(mocklua_State *state, const uint8_t *bytes, size_t count, int32_t host_error);

/* Returns the name of a file by its number, which is the upper half of a place (natives.c). */
mocklua_Bytes mocklua_file_name(const mocklua_State *state, int32_t number);

/* The tags of the wire format, for the Swift side of the codec. */
enum {
  MOCKLUA_WIRE_NIL = 0,
  MOCKLUA_WIRE_NULL = 1,
  MOCKLUA_WIRE_FALSE = 2,
  MOCKLUA_WIRE_TRUE = 3,
  MOCKLUA_WIRE_INTEGER = 4,
  MOCKLUA_WIRE_NUMBER = 5,
  MOCKLUA_WIRE_STRING = 6,
  MOCKLUA_WIRE_ARRAY = 7,
  MOCKLUA_WIRE_MAP = 8,
  MOCKLUA_WIRE_EMPTY = 9,
  MOCKLUA_WIRE_FUNCTION = 10,
  MOCKLUA_WIRE_PACKED = 11,
  MOCKLUA_WIRE_EXACT = 12,
};

#endif
