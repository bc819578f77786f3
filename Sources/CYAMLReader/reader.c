#include "CYAMLReader.h"

/*
 * Apple's SDKs don't contain libyaml, so a build there may not have it. The compiler checks for its header, because
 * SwiftPM caches the manifest. A library that is installed later is used by the next build.
 */
#if !defined(MOCKLUA_WITHOUT_LIBYAML) && __has_include(<yaml.h>)
#define MOCKLUA_HAS_LIBYAML 1
#else
#define MOCKLUA_HAS_LIBYAML 0
#endif

bool mocklua_yaml_is_available(void) { return MOCKLUA_HAS_LIBYAML; }

#if MOCKLUA_HAS_LIBYAML

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

struct mocklua_YAMLReader {
  yaml_parser_t parser;
  yaml_event_t event;
};

mocklua_YAMLReader *mocklua_yaml_open(const uint8_t *bytes, size_t length) {
  mocklua_YAMLReader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  if (!yaml_parser_initialize(&reader->parser)) {
    free(reader);
    return NULL;
  }
  yaml_parser_set_encoding(&reader->parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&reader->parser, bytes, length);
  return reader;
}

void mocklua_yaml_close(mocklua_YAMLReader *reader) {
  yaml_event_delete(&reader->event);
  yaml_parser_delete(&reader->parser);
  free(reader);
}

static void set_text(mocklua_YAMLEvent *event, const yaml_char_t *text, size_t length) {
  event->text = (const char *)text;
  event->length = length;
}

static bool is_tag_of_text(const yaml_char_t *tag) {
  return tag && (strcmp((const char *)tag, YAML_STR_TAG) == 0 || strcmp((const char *)tag, "!") == 0);
}

static void set_error(const yaml_parser_t *parser, mocklua_YAMLEvent *event) {
  const char *problem = parser->problem ? parser->problem : "it cannot be read";
  event->kind = MOCKLUA_YAML_ERROR;
  set_text(event, (const yaml_char_t *)problem, strlen(problem));
  event->line = parser->problem_mark.line + 1;
  event->column = parser->problem_mark.column + 1;
}

void mocklua_yaml_next(mocklua_YAMLReader *reader, mocklua_YAMLEvent *event) {
  for (;;) {
    yaml_event_delete(&reader->event);
    memset(event, 0, sizeof *event);
    if (!yaml_parser_parse(&reader->parser, &reader->event)) {
      set_error(&reader->parser, event);
      return;
    }
    const yaml_event_t *own = &reader->event;
    event->line = own->start_mark.line + 1;
    event->column = own->start_mark.column + 1;
    switch (own->type) {
    case YAML_SCALAR_EVENT:
      event->kind = MOCKLUA_YAML_SCALAR;
      set_text(event, own->data.scalar.value, own->data.scalar.length);
      event->anchor = (const char *)own->data.scalar.anchor;
      event->is_plain = own->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
      event->is_block = own->data.scalar.style == YAML_LITERAL_SCALAR_STYLE ||
                        own->data.scalar.style == YAML_FOLDED_SCALAR_STYLE;
      event->is_text = is_tag_of_text(own->data.scalar.tag);
      return;
    case YAML_SEQUENCE_START_EVENT:
      event->kind = MOCKLUA_YAML_SEQUENCE;
      event->anchor = (const char *)own->data.sequence_start.anchor;
      return;
    case YAML_MAPPING_START_EVENT:
      event->kind = MOCKLUA_YAML_MAPPING;
      event->anchor = (const char *)own->data.mapping_start.anchor;
      return;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT: event->kind = MOCKLUA_YAML_CLOSE; return;
    case YAML_ALIAS_EVENT:
      event->kind = MOCKLUA_YAML_ALIAS;
      set_text(event, own->data.alias.anchor, strlen((const char *)own->data.alias.anchor));
      return;
    case YAML_STREAM_END_EVENT:
    case YAML_NO_EVENT: event->kind = MOCKLUA_YAML_END; return;
    case YAML_STREAM_START_EVENT:
    case YAML_DOCUMENT_START_EVENT:
    case YAML_DOCUMENT_END_EVENT: break;
    }
  }
}

#else

#include <stdlib.h>

mocklua_YAMLReader *mocklua_yaml_open(const uint8_t *bytes, size_t length) {
  (void)bytes;
  (void)length;
  return NULL;
}

void mocklua_yaml_close(mocklua_YAMLReader *reader) {
  (void)reader;
  abort();
}

void mocklua_yaml_next(mocklua_YAMLReader *reader, mocklua_YAMLEvent *event) {
  (void)reader;
  (void)event;
  abort();
}

#endif
