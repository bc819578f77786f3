/*
 * Keys chosen to collide.
 *
 * Lua places a number in a hash part of 2^k nodes by its remainder modulo 2^k - 1, without a secret. So a script can
 * choose numbers that are spread out in one size and form a single chain in another. When the table is resized, Lua
 * moves each key past all keys moved before, in a single assignment in which no limit is checked. With 131,072 keys,
 * that takes half a minute.
 *
 * A table is resized when its hash part is full. Therefore, before a large hash part is allocated, this file inspects
 * the full hash parts among the heap's blocks. It samples their keys, and estimates the number of steps from the
 * positions that these would have in the new part. Only numbers matter: strings have a secret in their hash, and the
 * allocator determines the addresses of objects.
 */
#include <math.h>

#include "internal.h"

/* A node in Lua 5.4: a value with its type, followed by the key, whose type and link fill the padding. */
typedef struct {
  uint64_t value;
  uint8_t value_type, key_type;
  int32_t next;
  union {
    lua_Integer integer;
    lua_Number number;
  } key;
} Node;

/*
 * The types of keys: an integer or a float, or 0 in a node that never had a key. The low bits of a value's type are 0
 * for nil.
 */
enum { NO_KEY = 0, INTEGER_KEY = LUA_TNUMBER, FLOAT_KEY = LUA_TNUMBER | 1 << 4, BASIC_TYPE = 0x0F };

/* With fewer nodes, even a single chain takes less than 20 ms. */
#define FEWEST_NODES 8192
/* The maximum number of chain steps for one resize: 40 to 80 ms. */
#define MOST_STEPS 20000000.0
/*
 * The minimum number of sampled keys, and the maximum number of nodes per sample, which limits the weight of a random
 * collision.
 */
#define SAMPLES 1024
#define NODES_PER_SAMPLE 1024
/* The number of samples that determine whether a block is a full hash part at all. */
#define FIRST_SAMPLES 16

/* Returns the number of nodes in a hash part of this size in bytes; 0 for any other block. */
static size_t nodes_of(size_t size) {
  size_t nodes = size / sizeof(Node);
  bool is_hash_part = size % sizeof(Node) == 0 && nodes > 0 && (nodes & (nodes - 1)) == 0;
  return is_hash_part ? nodes : 0;
}

/* Returns the position of a number among this number of nodes (`mainposition` in Lua's ltable.c). */
static uint32_t position_of(const Node *node, size_t nodes) {
  uint64_t divisor = (nodes - 1) | 1, hash;
  if (node->key_type == INTEGER_KEY) return (uint32_t)((uint64_t)node->key.integer % divisor);
  int exponent;
  lua_Number fraction = frexp(node->key.number, &exponent) * -(lua_Number)INT32_MIN;
  if (!(fraction >= -0x1p63 && fraction < 0x1p63)) return 0; /* infinite, as in Lua */
  hash = (uint32_t)exponent + (uint32_t)(int64_t)fraction;
  if (hash > INT32_MAX) hash = (uint32_t)~hash;
  return (uint32_t)(hash % divisor);
}

/* Returns the next pseudorandom number (Marsaglia's xorshift), which scripts can't predict. */
static uint64_t draw(uint64_t *random) {
  *random ^= *random << 13;
  *random ^= *random >> 7;
  *random ^= *random << 17;
  return *random;
}

static int compare(const void *a, const void *b) {
  uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
  return (first > second) - (first < second);
}

/* Returns the number of pairs of equal positions. */
static double pairs_among(uint32_t *positions, size_t count) {
  qsort(positions, count, sizeof *positions, compare);
  double pairs = 0;
  for (size_t i = 0, run = 0; i < count; i++) {
    run = i > 0 && positions[i] == positions[i - 1] ? run + 1 : 0;
    pairs += (double)run;
  }
  return pairs;
}

/* Estimates the number of steps to move the keys of one block, if it is a full hash part. */
static double steps_to_move(const Node *block, size_t nodes, size_t new_nodes, uint64_t *random, uint64_t *drawn) {
  size_t samples = nodes / NODES_PER_SAMPLE > SAMPLES ? nodes / NODES_PER_SAMPLE : SAMPLES;
  size_t stride = nodes / samples, living = 0, numbers = 0;
  uint32_t *positions = malloc(samples * sizeof *positions);
  if (positions == NULL) return 0;
  for (size_t i = 0; i < samples; i++) {
    /* The first samples are far apart. */
    size_t part = i * FIRST_SAMPLES % samples + i * FIRST_SAMPLES / samples;
    const Node *node = &block[part * stride + draw(random) % stride];
    if (node->key_type == NO_KEY) {
      free(positions);
      *drawn += i + 1;
      return 0; /* it has room, so nothing is moved */
    }
    if ((node->value_type & BASIC_TYPE) == LUA_TNIL) continue;
    living++;
    if (node->key_type == INTEGER_KEY || node->key_type == FLOAT_KEY) {
      positions[numbers++] = position_of(node, new_nodes);
    }
  }
  *drawn += samples;
  double pairs = pairs_among(positions, numbers);
  free(positions);
  /* Keys that don't fit into the new part aren't moved there. */
  if (living * stride > new_nodes + new_nodes / 2) return 0;
  return pairs * (double)stride * (double)stride;
}

bool mocklua_may_collide(const mocklua_Heap *heap, size_t size, uint64_t *drawn) {
  *drawn = 0;
  size_t new_nodes = nodes_of(size);
  if (new_nodes < FEWEST_NODES) return false;
  uint64_t random = mocklua_now() | 1;
  for (const mocklua_LargeBlock *block = heap->large; block != NULL; block = block->next) {
    size_t nodes = nodes_of(block->size - sizeof *block);
    if (block->is_stack || nodes < new_nodes / 2) continue;
    if (steps_to_move((const Node *)(block + 1), nodes, new_nodes, &random, drawn) > MOST_STEPS) return true;
  }
  return false;
}
