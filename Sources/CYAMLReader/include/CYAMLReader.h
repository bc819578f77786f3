#ifndef MOCKLUA_CYAMLREADER_H
#define MOCKLUA_CYAMLREADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The events of a YAML text, one after the other. libyaml's own event is a union with types that a build without
 * libyaml doesn't have, so Swift uses this one.
 */

typedef struct mocklua_YAMLReader mocklua_YAMLReader;

typedef enum {
  MOCKLUA_YAML_SCALAR,
  MOCKLUA_YAML_SEQUENCE,
  MOCKLUA_YAML_MAPPING,
  /* Ends the innermost sequence or mapping. */
  MOCKLUA_YAML_CLOSE,
  MOCKLUA_YAML_ALIAS,
  MOCKLUA_YAML_END,
  MOCKLUA_YAML_ERROR,
} mocklua_YAMLKind;

typedef struct {
  mocklua_YAMLKind kind;
  /* The text of a scalar, the name of an alias, or the error message. Ends with a NUL, and is valid until the next
     event. */
  const char *text;
  size_t length;
  /* The anchor of a value; NULL for none. */
  const char *anchor;
  /* Whether a scalar is unquoted, and whether its tag marks it as a string anyway. */
  bool is_plain;
  bool is_text;
  /* Whether a scalar is a block, after `|` or `>`. */
  bool is_block;
  /* Counted from 1. */
  size_t line;
  size_t column;
} mocklua_YAMLEvent;

/* Whether the build includes libyaml. Without it, no reader opens. */
bool mocklua_yaml_is_available(void);

/* Opens a text, which must stay valid until the reader is closed; NULL without memory. */
mocklua_YAMLReader *mocklua_yaml_open(const uint8_t *bytes, size_t length);

void mocklua_yaml_close(mocklua_YAMLReader *reader);

/* Reads the next event. There is no event after an error. */
void mocklua_yaml_next(mocklua_YAMLReader *reader, mocklua_YAMLEvent *event);

#endif
