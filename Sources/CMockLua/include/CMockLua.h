#ifndef MOCKLUA_CMOCKLUA_H
#define MOCKLUA_CMOCKLUA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The border between Swift and Lua.
 *
 * The difficulty: an error in Lua is a longjmp, a jump back to the last protected call. Frames of C that lie between
 * are gone at once. A frame of Swift must not go like that: it would never release what it holds. Nearly every
 * function of Lua's API may raise, if only because memory is short, so that Swift calls none of them.
 *
 * From Swift to Lua. Each function here describes its work in a request, runs all of it inside one protected
 * call, and returns a status (state.c). An error ends there, as facts that Swift reads afterwards.
 *
 *   Swift | mocklua_call | lua_pcall [ read the arguments, run the script, write the results ] | status | Swift
 *
 * From Lua to Swift. A script that calls a host function calls C, which writes the arguments, calls Swift, and waits
 * for a status. Swift leaves its reply in a buffer and returns. Only then, with no frame of Swift left above
 * the protected call, does C push the results or raise (host.c).
 *
 * Values cross as bytes, never as Lua values: C walks a table inside the protected call, and Swift reads the
 * bytes with no Lua about (wire_encode.c). A function of Lua crosses as a number, under which the state keeps it.
 *
 * A host function that is asynchronous does not wait on the C stack. Its coroutine yields, the entry returns
 * MOCKLUA_YIELDED, Swift waits, and another entry resumes the coroutine (async.c).
 *
 * A state has one owner at a time. Nothing here locks, except `mocklua_interrupt`.
 */

typedef struct mocklua_State mocklua_State;

/* What a chain of calls may still spend of budget and deadline. Calls with the same meter belong to one chain. */
typedef struct mocklua_Meter mocklua_Meter;

/* Bytes owned by the state. They stay valid until the next call on the same state and depth. */
typedef struct mocklua_Bytes {
  const uint8_t *start;
  size_t count;
} mocklua_Bytes;

typedef enum mocklua_Status {
  MOCKLUA_OK = 0,
  MOCKLUA_YIELDED,          /* a coroutine waits for an asynchronous host function */
  MOCKLUA_SYNTAX_ERROR,     /* the source does not compile */
  MOCKLUA_RUNTIME_ERROR,    /* the script raised */
  MOCKLUA_CONVERSION_ERROR, /* a value has no form on the wire */
  MOCKLUA_LIMIT_ERROR,      /* a limit stopped the script */
} mocklua_Status;

typedef enum mocklua_Limit {
  MOCKLUA_LIMIT_NONE = 0,
  MOCKLUA_LIMIT_INSTRUCTIONS,
  MOCKLUA_LIMIT_DEADLINE,
  MOCKLUA_LIMIT_MEMORY,
  MOCKLUA_LIMIT_INTERRUPT,
  MOCKLUA_LIMIT_WAKE_UPS, /* only the host sets it, by mocklua_kill_meter */
} mocklua_Limit;

/* Facts of the last failed call. Strings are valid until the next call on the state. */
typedef struct mocklua_Error {
  mocklua_Limit limit;
  bool is_incomplete;     /* syntax errors: more text could make the chunk valid */
  int32_t host_error;     /* number given by the host function that failed, or -1 */
  int32_t line;           /* 1-based, or 0 where there is none */
  mocklua_Bytes file;     /* the chunk's name, or empty */
  mocklua_Bytes message;  /* without the place */
  mocklua_Bytes path;     /* conversion errors: key path such as `items[3].price` */
  mocklua_Bytes traceback;/* script frames, one a line, innermost first */
  mocklua_Bytes value;    /* wire of the raised value where it was a table that has such a form */
  mocklua_Bytes value_name; /* `__name` of that table's metatable, or empty */
} mocklua_Error;

/* What a host function's closure answers. */
typedef enum mocklua_HostResult {
  MOCKLUA_HOST_RETURN = 0,  /* the reply buffer holds the list of results */
  MOCKLUA_HOST_RAISE,       /* the reply buffer holds a message; it is raised with the caller's place */
  MOCKLUA_HOST_RAISE_VALUE, /* the reply buffer holds one value; it is raised as it is */
  MOCKLUA_HOST_AWAIT,       /* the calling coroutine waits for mocklua_resume */
} mocklua_HostResult;

/*
 * Called for every host function. `arguments` is a wire list, valid during the call. The results go
 * through `mocklua_reply`. It must not raise into Lua, and does not return through Lua frames.
 */
typedef int32_t (*mocklua_HostCall)(void *context, int32_t function, const uint8_t *arguments,
                                    size_t count);

typedef struct mocklua_Options {
  uint64_t instruction_budget;  /* instructions of one chain of calls, 0: unlimited */
  uint64_t deadline_nanoseconds;/* time that code of one chain of calls may run, 0: unlimited */
  size_t memory_limit;          /* bytes, 0: unlimited */
  uint64_t random_seed;         /* seed of math.random */
} mocklua_Options;

/* Creates a state with the safe libraries, or NULL where memory is short. */
mocklua_State *mocklua_create(const mocklua_Options *options);
void mocklua_destroy(mocklua_State *state);

/*
 * The same for states that their host prepares, all of them in the same way: sets the globals and runs the
 * chunks that have nothing to do with one state in particular. `*is_prepared` says that this has happened
 * already; else the host does it and calls `mocklua_finish_preparing`. States with the same key are prepared
 * in the same way.
 */
mocklua_State *mocklua_create_prepared(const mocklua_Options *options, uint64_t key,
                                       bool *is_prepared);
void mocklua_finish_preparing(mocklua_State *state);

/*
 * A meter with the state's present limits, or NULL where memory is short. It outlives every run that has it.
 * Without one, a call from the host is a chain of its own, and a nested one belongs to the call around it.
 */
mocklua_Meter *mocklua_create_meter(mocklua_State *state);
void mocklua_destroy_meter(mocklua_Meter *meter);

/* Ends a chain: nothing of it runs any more. */
void mocklua_kill_meter(mocklua_Meter *meter, mocklua_Limit limit);

/* What has stopped the chain, or MOCKLUA_LIMIT_NONE. */
mocklua_Limit mocklua_meter_limit(const mocklua_Meter *meter);

/* Says who answers host functions. */
void mocklua_set_host(mocklua_State *state, mocklua_HostCall call, void *context);

/* Replaces the limits of later entries. */
void mocklua_set_limits(mocklua_State *state, uint64_t instruction_budget,
                        uint64_t deadline_nanoseconds, size_t memory_limit);

/* Stops the script that runs at the next check. Another thread may call it, and may call no other entry. */
void mocklua_interrupt(mocklua_State *state);

/* Takes an interruption back that has not come to a script. */
void mocklua_forget_interrupt(mocklua_State *state);

/* Bytes that Lua holds at present. */
size_t mocklua_memory_used(const mocklua_State *state);

/* Bytes that the process holds for Lua's heap, which is what the memory limit counts. */
size_t mocklua_memory_held(const mocklua_State *state);

/*
 * For work that a host function does on behalf of a script, such as decoding: charges it, and says whether it
 * may go on while it holds so many bytes. Where it may not, the chain ends when the host function returns.
 */
void mocklua_hold(mocklua_State *state, ptrdiff_t more); /* bytes that the host keeps for a script, for long */
bool mocklua_may_work(mocklua_State *state, uint64_t instructions, size_t bytes);

/*
 * The same for work between the entries of a chain, such as the matching of patterns, and for one that runs. When the
 * work is done, the chain's clock stands still.
 */
bool mocklua_chain_may_work(mocklua_State *state, mocklua_Meter *meter, uint64_t instructions);
void mocklua_chain_rests(mocklua_State *state, mocklua_Meter *meter);

/* Whether the memory limit has room for so many more bytes, for what the host builds on a script's behalf. */
bool mocklua_may_hold(const mocklua_State *state, size_t more);

/* Collects all garbage. */
mocklua_Status mocklua_collect(mocklua_State *state);

/*
 * Compiles text. `name` follows Lua's convention: `@file` or `=title`. On success `*function` is a
 * reference that `mocklua_release` frees. A first line that begins with `#` is passed over. Bytecode is refused.
 */
mocklua_Status mocklua_load(mocklua_State *state, const uint8_t *source, size_t count,
                            const char *name, int32_t *function);

/* The same for the runtime's own chunks, which come as bytecode that `lua_dump` has written. */
mocklua_Status mocklua_load_compiled(mocklua_State *state, const uint8_t *bytecode, size_t count,
                                     const char *name, int32_t *function);

/*
 * Calls a referenced function with a wire list; the result is a wire list, empty where the results are not
 * wanted. `meter` may be NULL.
 */
mocklua_Status mocklua_call(mocklua_State *state, mocklua_Meter *meter, int32_t function,
                            const uint8_t *arguments, size_t count, bool wants_results);

/*
 * Calls a referenced function with the table of natives (see natives.c) as its only argument, for
 * chunks that extend the runtime. The result is a wire list.
 */
mocklua_Status mocklua_call_with_natives(mocklua_State *state, int32_t function);

/*
 * Starts a referenced function on a coroutine of its own, taken from a pool.
 * MOCKLUA_OK: it ran to its end and the results lie ready. MOCKLUA_YIELDED: it waits for an
 * asynchronous host function; `*coroutine` names it for mocklua_resume, which must follow. The meter, which
 * may not be NULL, stands still while it waits.
 * Objects of the runtime among the results are refused.
 */
mocklua_Status mocklua_start(mocklua_State *state, mocklua_Meter *meter, int32_t function,
                             const uint8_t *arguments, size_t count, int32_t *coroutine);

/*
 * Goes on with a waiting coroutine: the host function returns or raises what `mocklua_reply` was given before. Where
 * a limit has stopped the chain meanwhile, the coroutine is dropped as it is.
 */
mocklua_Status mocklua_resume(mocklua_State *state, int32_t coroutine, int32_t host_result);

/*
 * Counts from now on which lines of functions run of the text that was loaded as `@name` (coverage.c). `lines` has a
 * number for each line and outlives the state; other threads may read them, and other states add to them. 0 is a line
 * without code, or one of which nothing is known yet; any other number is one more than the times that it ran. False
 * where memory is short.
 */
bool mocklua_count_lines(mocklua_State *state, const char *name, int64_t *lines, size_t count);

/* Frees a reference. */
void mocklua_release(mocklua_State *state, int32_t function);

/* Whether bytes are one value on the wire, and nothing else (wire_check.c). */
bool mocklua_wire_is_valid(const uint8_t *bytes, size_t count);

/* Reads a global, or a field through dots (`a.b`), as one wire value. */
mocklua_Status mocklua_get(mocklua_State *state, const char *path);

/* Writes a global or a field through dots from one wire value; missing tables are made. */
mocklua_Status mocklua_set(mocklua_State *state, const char *path, const uint8_t *value,
                           size_t count);

/* A reference to the function that stands in a global or a field. */
mocklua_Status mocklua_function(mocklua_State *state, const char *path, int32_t *function);

/* The same for a function that a chunk of the runtime put into the table of natives. */
mocklua_Status mocklua_native_function(mocklua_State *state, const char *name, int32_t *function);

/* The same for the table of natives, which chunks of the runtime share and no script reaches. */
mocklua_Status mocklua_register_native(mocklua_State *state, const char *path, int32_t function,
                                       bool is_async);

/* Puts host function number `function` into a global or a field. */
mocklua_Status mocklua_register(mocklua_State *state, const char *path, int32_t function);

/* The same for a function that answers MOCKLUA_HOST_AWAIT, and is called where waiting is possible. */
mocklua_Status mocklua_register_async(mocklua_State *state, const char *path, int32_t function);

/* Makes host function number `function` take what `print` prints, as one string. */
mocklua_Status mocklua_register_print(mocklua_State *state, int32_t function);

/* The result of the last successful entry. */
mocklua_Bytes mocklua_result(const mocklua_State *state);
/* Keeps the result while it is read, which may call Lua again: the types that decode from it are the user's. */
void mocklua_hold_result(mocklua_State *state);
void mocklua_let_go_of_result(mocklua_State *state);

/* The facts of the last failed entry. */
const mocklua_Error *mocklua_last_error(const mocklua_State *state);

/* Sets a host function's results or error; `host_error` numbers the host's own error, or is -1. */
void mocklua_reply(mocklua_State *state, const uint8_t *bytes, size_t count, int32_t host_error);

/* The name of a file by the number that stands in the upper half of a place (natives.c). */
mocklua_Bytes mocklua_file_name(const mocklua_State *state, int32_t number);

/* The wire's tags, for the Swift side of the codec. */
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
};

#endif
