/*
 * Limits: instructions, running time, memory, and interruption.
 *
 * A meter holds the remaining budget of a chain of calls. A count hook (hook.c), and every C function whose work may
 * take long, use it up (`mocklua_charge`). When a limit is exceeded, the meter records this permanently, and the thread
 * stops (`mocklua_stop`). If the thread can yield, it yields and is never resumed, so that none of its instructions
 * runs again. Otherwise, it raises an error. `__close` handlers and protected calls on the way can't catch this error:
 * the hook stops them again at their first instruction, and the protected functions of this library pass the error on
 * (protected.c, coroutines.c).
 *
 * Memory has two limits. Beyond the first, the next check collects all garbage, and stops the script if the rest is
 * still too large. An allocation beyond the second, slightly higher limit is refused.
 */
#include "internal.h"

/* meters */

void mocklua_fill_meter(mocklua_State *state, mocklua_Meter *meter) {
  uint64_t budget = state->options.instruction_budget, time = state->options.deadline_nanoseconds;
  *meter = (mocklua_Meter){
      .instructions_left = budget > 0 ? budget : UINT64_MAX,
      .time_left = time > 0 ? time : UINT64_MAX,
  };
}

mocklua_Meter *mocklua_create_meter(mocklua_State *state) {
  mocklua_Meter *meter = malloc(sizeof *meter);
  if (meter != NULL) mocklua_fill_meter(state, meter);
  return meter;
}

void mocklua_destroy_meter(mocklua_Meter *meter) { free(meter); }

void mocklua_kill_meter(mocklua_Meter *meter, mocklua_Limit limit) { meter->killed = limit; }

mocklua_Limit mocklua_meter_limit(const mocklua_Meter *meter) { return meter->killed; }

/* Pauses the clock of a chain whose code stops running for now. */
void mocklua_pause_meter(mocklua_Meter *meter) {
  if (!meter->slice_began) return;
  uint64_t now = mocklua_now();
  meter->time_left = meter->slice_end > now ? meter->slice_end - now : 0;
  meter->slice_began = false;
}

static bool is_out_of_time(mocklua_Meter *meter) {
  if (meter->time_left == UINT64_MAX) return false;
  uint64_t now = mocklua_now();
  if (!meter->slice_began) {
    meter->slice_began = true;
    meter->slice_end = meter->time_left > UINT64_MAX - now ? UINT64_MAX : now + meter->time_left;
  }
  return now > meter->slice_end;
}

/* stopping */

/* Makes a thread's hook check the limits before the next instruction. */
static void look_at_once(lua_State *L) { mocklua_set_hook(L, 1); }

void mocklua_raise_stop(lua_State *L) {
  mocklua_State *state = mocklua_owner(L);
  look_at_once(L);
  if (L == state->L) state->has_stopped = true;
  /* Every C function has room for the error, and it needs no memory. */
  lua_pushlightuserdata(L, (void *)&mocklua_noted_mark);
  lua_error(L);
}

void mocklua_stop(lua_State *L) {
  if (lua_isyieldable(L)) lua_yieldk(L, 0, 0, NULL);
  mocklua_raise_stop(L);
}

void mocklua_kill(lua_State *L, mocklua_Limit limit) {
  mocklua_State *state = mocklua_owner(L);
  if (state->meter->killed == MOCKLUA_LIMIT_NONE) {
    state->meter->killed = limit;
    mocklua_note_stop(L);
  }
  mocklua_stop(L);
}

/* Restores the normal interval of the main thread's hook after a stop. */
void mocklua_disarm_stopped(mocklua_State *state) {
  if (!state->has_stopped) return;
  state->has_stopped = false;
  mocklua_arm(state->L);
}

/* memory */

/* The number of bytes beyond the limit that an allocation may still get until the next check. */
static size_t slack(size_t limit) { return limit / 16; }

static size_t bytes_held(const mocklua_State *state) { return state->heap.held + state->external; }

void mocklua_hold(mocklua_State *state, ptrdiff_t more) {
  state->external = more < 0 && (size_t)-more > state->external ? 0 : state->external + (size_t)more;
}

bool mocklua_has_room(const mocklua_State *state, size_t more) {
  size_t limit = state->options.memory_limit, held = bytes_held(state);
  return limit == 0 || (held <= limit && more <= limit - held);
}

/* Makes the running thread check the limits before its next instruction. */
static void look_soon(mocklua_State *state) {
  if (state->meter == NULL) return; /* no script is running */
  look_at_once(state->running);
  if (state->running == state->L) state->has_stopped = true;
}

/* Returns the number of slots of a thread's stack that has doubled to this size in bytes; 0 for any other block. */
static uint64_t slots_of_stack(size_t size) {
  const size_t slot = 16, spare = 5, first = 40; /* Lua's values: bytes per slot, extra slots, first size */
  if (size % slot != 0 || size / slot <= spare || (size / slot - spare) % first != 0) return 0;
  size_t doublings = (size / slot - spare) / first;
  return (doublings & (doublings - 1)) == 0 ? size / slot : 0;
}

/*
 * If an object is called through its own `__call`, each step inserts another argument before the others. This happens
 * in a loop of Lua's that no hook sees, and the stack doubles until it is full, which takes a quarter of an hour.
 * Therefore, when a large stack with few functions doubles, the possible cost of such a loop is charged.
 */
static mocklua_Limit charge_stack(mocklua_State *state, mocklua_Meter *meter, size_t size) {
  const int many_functions = 1000;
  lua_Debug frame;
  uint64_t slots = slots_of_stack(size) / 2;
  if (slots == 0 || meter->instructions_left == UINT64_MAX ||
      lua_getstack(state->running, many_functions, &frame)) {
    return MOCKLUA_LIMIT_NONE;
  }
  uint64_t price = slots * slots / 50;
  bool is_used_up = meter->instructions_left <= price;
  meter->instructions_left = is_used_up ? 0 : meter->instructions_left - price;
  return is_used_up ? MOCKLUA_LIMIT_INSTRUCTIONS : MOCKLUA_LIMIT_NONE;
}

/* Refuses to resize a table if that would take a long time (collisions.c). Checking has a cost, too. */
static mocklua_Limit charge_table(mocklua_State *state, mocklua_Meter *meter, size_t size) {
  uint64_t drawn;
  bool is_used_up = mocklua_may_collide(&state->heap, size, &drawn) || meter->instructions_left <= drawn;
  if (is_used_up) return MOCKLUA_LIMIT_INSTRUCTIONS;
  if (meter->instructions_left != UINT64_MAX) meter->instructions_left -= drawn;
  return drawn > 0 && is_out_of_time(meter) ? MOCKLUA_LIMIT_DEADLINE : MOCKLUA_LIMIT_NONE;
}

/* Returns the limit that prevents a block from growing. The hook may not have run for a long time. */
static mocklua_Limit limit_of_growth(mocklua_State *state, const mocklua_Growth *growth) {
  mocklua_Meter *meter = state->meter;
  bool is_watched = meter != NULL && !mocklua_is_killed(state);
  if (is_watched && growth->is_table) {
    mocklua_Limit limit = charge_table(state, meter, growth->size);
    if (limit != MOCKLUA_LIMIT_NONE) return limit;
  }
  if (is_watched && growth->more >= MOCKLUA_LARGE_GROWTH) {
    mocklua_Limit limit = charge_stack(state, meter, growth->size);
    if (limit != MOCKLUA_LIMIT_NONE) return limit;
    if (is_out_of_time(meter)) return MOCKLUA_LIMIT_DEADLINE;
  }
  size_t limit = state->options.memory_limit, held = bytes_held(state), more = growth->more;
  if (limit == 0 || (held <= SIZE_MAX - more && held + more <= limit + slack(limit))) {
    return MOCKLUA_LIMIT_NONE;
  }
  return MOCKLUA_LIMIT_MEMORY;
}

/*
 * Returns whether the heap may grow. Called by the allocator, while Lua waits.
 *
 * If not, Lua collects all garbage and tries once more. Lua also does so while it adds a key to a table that only a
 * weak table refers to, and would then continue with a freed table. Therefore, a refused part of a table is refused
 * again (mocklua_allocate), and Lua raises an error. Only Lua can free the other part that it may have allocated for
 * the table before. A stack must not be inspected while it moves, because its thread is then inconsistent.
 */
bool mocklua_may_grow(mocklua_State *state, const mocklua_Growth *growth) {
  size_t limit = state->options.memory_limit, more = growth->more;
  mocklua_Limit reached = limit_of_growth(state, growth);
  if (reached == MOCKLUA_LIMIT_NONE) {
    if (state->refused_size == more) state->refused_size = 0;
    if (limit != 0 && bytes_held(state) + more > limit && !state->wants_collection) {
      state->wants_collection = true;
      look_soon(state);
    }
    return true;
  }
  bool is_first = state->refused_size == 0;
  state->refused_size = more;
  if (growth->is_table) state->refused_table = growth->wanted;
  if (state->meter == NULL) return false;
  if (is_first && !mocklua_is_killed(state)) {
    if (reached != MOCKLUA_LIMIT_MEMORY || growth->is_table) state->meter->killed = reached;
    if (!growth->is_stack) mocklua_note_stop(state->running);
  }
  look_soon(state);
  return false;
}

/* Collects all garbage, and frees unused memory of the heap. */
void mocklua_collect_all(lua_State *L) {
  mocklua_State *state = mocklua_owner(L);
  state->wants_collection = false;
  lua_gc(L, LUA_GCCOLLECT);
  mocklua_heap_trim(&state->heap);
}

bool mocklua_makes_room(lua_State *L, size_t more) {
  mocklua_State *state = mocklua_owner(L);
  if (mocklua_has_room(state, more)) return true;
  mocklua_collect_all(L);
  return mocklua_has_room(state, more);
}

/*
 * Starts the collector, and later makes it work harder. The allocator calls this instead of the hook, because on a busy
 * machine the hook's timing varies, and a script could observe the difference in memory.
 */
void mocklua_step_collector(mocklua_State *state) {
  bool is_first = state->collector_step == MOCKLUA_COLLECTOR_THRESHOLD;
  int result = is_first ? lua_gc(state->L, LUA_GCRESTART)
                        : lua_gc(state->L, LUA_GCSETPAUSE, MOCKLUA_LARGE_STATE_PAUSE);
  if (result < 0) return; /* the collector is running; the next allocation tries again */
  state->collector_step = is_first ? MOCKLUA_LARGE_STATE : SIZE_MAX;
}

/* Collects garbage if requested. Returns false if the script holds too much memory. */
static bool tend_memory(lua_State *L, mocklua_State *state) {
  if (state->refused_size != 0) return false;
  if (!state->wants_collection) return true;
  mocklua_collect_all(L);
  return mocklua_has_room(state, 0);
}

/* charging */

/* Deducts instructions from a meter's budget, and checks its clock and for an interruption. */
static mocklua_Limit spend_from(mocklua_State *state, mocklua_Meter *meter, uint64_t instructions) {
  if (atomic_load_explicit(&state->interrupt_wanted, memory_order_relaxed) &&
      atomic_exchange(&state->interrupt_wanted, false)) {
    return MOCKLUA_LIMIT_INTERRUPT;
  }
  if (meter->instructions_left <= instructions) {
    meter->instructions_left = 0;
    return MOCKLUA_LIMIT_INSTRUCTIONS;
  }
  if (meter->instructions_left != UINT64_MAX) meter->instructions_left -= instructions;
  return is_out_of_time(meter) ? MOCKLUA_LIMIT_DEADLINE : MOCKLUA_LIMIT_NONE;
}

mocklua_Limit mocklua_spend_instructions(lua_State *L, mocklua_State *state, uint64_t instructions) {
  mocklua_Meter *meter = state->meter;
  if (meter->killed != MOCKLUA_LIMIT_NONE) return meter->killed;
  bool needs_care = state->wants_collection || state->refused_size != 0;
  if (needs_care && !tend_memory(L, state)) return MOCKLUA_LIMIT_MEMORY;
  return spend_from(state, meter, instructions);
}

void mocklua_charge(lua_State *L, uint64_t instructions) {
  mocklua_State *state = mocklua_owner(L);
  if (state->meter == NULL) return; /* the state is being created */
  mocklua_Limit limit = mocklua_spend_instructions(L, state, instructions);
  if (limit != MOCKLUA_LIMIT_NONE) mocklua_kill(L, limit);
}

bool mocklua_may_work(mocklua_State *state, uint64_t instructions, size_t bytes) {
  if (state->meter == NULL) return true;
  lua_State *L = state->running;
  mocklua_Limit limit =
      mocklua_makes_room(L, bytes) ? mocklua_spend_instructions(L, state, instructions) : MOCKLUA_LIMIT_MEMORY;
  if (limit == MOCKLUA_LIMIT_NONE) return true;
  if (!mocklua_is_killed(state)) {
    state->meter->killed = limit;
    mocklua_note_stop(L);
  }
  return false;
}

bool mocklua_chain_may_work(mocklua_State *state, mocklua_Meter *meter, uint64_t instructions) {
  if (meter->killed != MOCKLUA_LIMIT_NONE) return false;
  if (meter == state->meter) return mocklua_may_work(state, instructions, 0);
  meter->killed = spend_from(state, meter, instructions);
  return meter->killed == MOCKLUA_LIMIT_NONE;
}

void mocklua_chain_rests(mocklua_State *state, mocklua_Meter *meter) {
  if (meter != state->meter) mocklua_pause_meter(meter);
}

void mocklua_interrupt(mocklua_State *state) { atomic_store(&state->interrupt_wanted, true); }

void mocklua_forget_interrupt(mocklua_State *state) {
  atomic_store(&state->interrupt_wanted, false);
}

/* the C stack */

void mocklua_check_c_stack(lua_State *L) {
  mocklua_State *state = mocklua_owner(L);
  /*
   * Stacks grow downwards on every platform that Swift supports. A sanitizer may keep variables elsewhere, but never
   * frames.
   */
  ptrdiff_t used = state->stack_base - (char *)__builtin_frame_address(0);
  if (used > (ptrdiff_t)MOCKLUA_C_STACK) luaL_error(L, "C stack overflow");
}
