#ifndef MOCKLUA_CLINEEDITOR_H
#define MOCKLUA_CLINEEDITOR_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Reads lines from a terminal, with editing, history, and completion.
 *
 * libedit is configured by variadic functions, which Swift can't call, and a signal handler must not run Swift code.
 * Both are here. All functions except `mocklua_editor_finish` must be called on the process's main thread.
 */

typedef enum mocklua_EditorEvent {
  MOCKLUA_EDITOR_LINE = 0,  /* a line was entered */
  MOCKLUA_EDITOR_INTERRUPT, /* Ctrl-C */
  MOCKLUA_EDITOR_END,       /* Ctrl-D on an empty line, or the terminal was closed */
  MOCKLUA_EDITOR_FINISHED,  /* `mocklua_editor_finish` was called */
} mocklua_EditorEvent;

/* The completions of a word. */
typedef struct mocklua_EditorCandidates mocklua_EditorCandidates;

/*
 * Finds the candidates for the end of a text, which is the part before the cursor, and adds each with
 * `mocklua_editor_add_candidate`.
 */
typedef void (*mocklua_EditorCompleter)(void *context, const char *text,
                                        mocklua_EditorCandidates *candidates);

/* Adds a name that replaces the text from byte `start` to the end. */
void mocklua_editor_add_candidate(mocklua_EditorCandidates *candidates, size_t start,
                                  const char *name);

/*
 * Takes over the terminal's signals and starts libedit. Sets the character locale from the environment, or to UTF-8
 * if that only supports ASCII. Returns false if the system can't create a pipe.
 */
bool mocklua_editor_start(const char *program, mocklua_EditorCompleter complete, void *context);

/* Reads a line. After MOCKLUA_EDITOR_LINE the caller must free `*line`, otherwise it is NULL. */
mocklua_EditorEvent mocklua_editor_read(const char *prompt, char **line);

/* Adds a line to the history. At most `limit` lines are kept. */
void mocklua_editor_remember(const char *line, int limit);

/* Waits for Ctrl-C or for `mocklua_editor_finish`, whichever comes first. */
mocklua_EditorEvent mocklua_editor_wait(void);

/* Ends the wait. Can be called from any thread. */
void mocklua_editor_finish(void);

/* Discards a Ctrl-C that came while nothing was waiting for it. */
void mocklua_editor_forget_interrupt(void);

#endif
