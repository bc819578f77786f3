#ifndef MOCKLUA_CLINEEDITOR_H
#define MOCKLUA_CLINEEDITOR_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Reads lines from a terminal, with editing, history and completion.
 *
 * libedit is set up by functions with variable arguments, which Swift cannot call; and a signal's handler may
 * do less than Swift needs. Both live here. All functions but
 * `mocklua_editor_finish` belong to the process's main thread.
 */

typedef enum mocklua_EditorEvent {
  MOCKLUA_EDITOR_LINE = 0,  /* a line was entered */
  MOCKLUA_EDITOR_INTERRUPT, /* Ctrl-C */
  MOCKLUA_EDITOR_END,       /* Ctrl-D on an empty line, or the terminal has gone */
  MOCKLUA_EDITOR_FINISHED,  /* what `mocklua_editor_wait` waits for has been done */
} mocklua_EditorEvent;

/* What a word could be completed to. */
typedef struct mocklua_EditorCandidates mocklua_EditorCandidates;

/*
 * Finds the candidates for the end of a text, which is what stands before the cursor, and adds each by
 * `mocklua_editor_add_candidate`.
 */
typedef void (*mocklua_EditorCompleter)(void *context, const char *text,
                                        mocklua_EditorCandidates *candidates);

/* Adds a name that replaces the text from byte `start` on. */
void mocklua_editor_add_candidate(mocklua_EditorCandidates *candidates, size_t start,
                                  const char *name);

/*
 * Takes over the terminal's signals and starts libedit. Sets the locale of characters from the
 * environment, or to UTF-8 where that knows ASCII alone. False where the system refuses a pipe.
 */
bool mocklua_editor_start(const char *program, mocklua_EditorCompleter complete, void *context);

/* Reads a line; after MOCKLUA_EDITOR_LINE `*line` is the caller's to free, otherwise NULL. */
mocklua_EditorEvent mocklua_editor_read(const char *prompt, char **line);

/* Adds a line to those that the arrow keys bring back; at most `limit` are kept. */
void mocklua_editor_remember(const char *line, int limit);

/* Waits for Ctrl-C or for `mocklua_editor_finish`, whichever comes first. */
mocklua_EditorEvent mocklua_editor_wait(void);

/* Ends the wait. May be called from any thread. */
void mocklua_editor_finish(void);

/* Forgets a Ctrl-C that came when nobody waited for one. */
void mocklua_editor_forget_interrupt(void);

#endif
