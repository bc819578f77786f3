#ifndef MOCKLUA_CYAMLREADER_H
#define MOCKLUA_CYAMLREADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The events of a text of YAML, one after the other. libyaml's own event is a union with types that a build without
 * libyaml does not have, so that Swift sees this one.
 */

typedef struct mocklua_YAMLReader mocklua_YAMLReader;

typedef enum {
  MOCKLUA_YAML_SCALAR,
  MOCKLUA_YAML_SEQUENCE,
  MOCKLUA_YAML_MAPPING,
  /* Ends the innermost sequence or mapping. */
  MOCKLUA_YAML_CLOSE,
  MOCKLUA_YAML_ALIAS,
  /* The end of the text. */
  MOCKLUA_YAML_END,
  MOCKLUA_YAML_ERROR,
} mocklua_YAMLKind;

typedef struct {
  mocklua_YAMLKind kind;
  /* The text of a scalar, the name of an alias, what is wrong; valid until the next event. Ends in a NUL. */
  const char *text;
  size_t length;
  /* The anchor of a value; NULL for none. */
  const char *anchor;
  /* Whether a scalar stands without quotation marks, and whether its tag says that it is text all the same. */
  bool is_plain;
  bool is_text;
  /* From 1. */
  size_t line;
  size_t column;
} mocklua_YAMLEvent;

/* Whether this was built with libyaml; without it nothing is opened. */
bool mocklua_yaml_is_available(void);

/* Reads a text, which has to stay until it is closed; NULL without memory. */
mocklua_YAMLReader *mocklua_yaml_open(const uint8_t *bytes, size_t length);

void mocklua_yaml_close(mocklua_YAMLReader *reader);

/* The next event; behind an error there is none. */
void mocklua_yaml_next(mocklua_YAMLReader *reader, mocklua_YAMLEvent *event);

#endif
