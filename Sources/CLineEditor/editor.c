/*
 * The line editor: libedit's globals, the terminal's signals, and the pipe by which a handler tells of
 * them. A process has several threads, any of which may be the one that runs the handler, so that an
 * interrupted system call is no sign of a signal; a byte in the pipe is.
 */
#include "CLineEditor.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include <editline/readline.h>

enum { NOTE_INTERRUPT = 'i', NOTE_RESIZE = 'r', NOTE_CONTINUE = 'c', NOTE_FINISHED = 'f' };

static int notes[2] = {-1, -1};
static int input = -1;
static bool was_interrupted;
static mocklua_EditorCompleter completer;
static void *completer_context;

/* signals */

static void write_note(char note) {
  int error = errno;
  ssize_t written = write(notes[1], &note, 1);
  (void)written; /* a full pipe holds notes enough */
  errno = error;
}

static void take_signal(int number) {
  write_note(number == SIGWINCH ? NOTE_RESIZE
             : number == SIGCONT ? NOTE_CONTINUE
                                 : NOTE_INTERRUPT);
}

/* The next note, or 0 where there is none. */
static char read_note(void) {
  char note = 0;
  return read(notes[0], &note, 1) == 1 ? note : 0;
}

static bool open_notes(void) {
  if (pipe(notes) != 0) return false;
  for (int i = 0; i < 2; i++) {
    if (fcntl(notes[i], F_SETFL, O_NONBLOCK) != 0) return false;
    if (fcntl(notes[i], F_SETFD, FD_CLOEXEC) != 0) return false;
  }
  return true;
}

static void catch_signal(int number) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = take_signal;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

/* characters */

/* A key that nobody types, bound to drawing the line anew. */
enum { KEY_REDRAW = CTRL('_') };

typedef enum Wait { WAIT_INPUT, WAIT_REDRAW, WAIT_END } Wait;

/*
 * Ctrl-C throws away what has been typed, perhaps after it was seen and before it is read: a read must then
 * not wait. The terminal is opened once more for that, since others share what is open already.
 */
static int open_input(void) {
  const char *name = ttyname(STDIN_FILENO);
  int file = name == NULL ? -1 : open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  return file >= 0 ? file : STDIN_FILENO;
}

/* Waits for input, the end of a pause (Ctrl-Z), or the end: by Ctrl-C, or of the terminal. */
static Wait wait_for_input(void) {
  for (;;) {
    struct pollfd files[2] = {{.fd = input, .events = POLLIN}, {.fd = notes[0], .events = POLLIN}};
    if (poll(files, 2, -1) < 0) {
      if (errno == EINTR) continue;
      return WAIT_END;
    }
    if (files[1].revents != 0) {
      char note = read_note();
      if (note == NOTE_INTERRUPT) {
        was_interrupted = true;
        return WAIT_END;
      }
      if (note == NOTE_RESIZE) rl_resize_terminal();
      if (note == NOTE_CONTINUE) {
        rl_deprep_terminal(); /* the shell has had the terminal meanwhile, */
        rl_prep_terminal(1);  /* which libedit would not notice */
        return WAIT_REDRAW;
      }
      continue;
    }
    if (files[0].revents != 0) return WAIT_INPUT;
  }
}

/* The next character as a wide one, which is what libedit expects; EOF ends the line. */
static int read_character(FILE *stream) {
  (void)stream;
  mbstate_t state;
  memset(&state, 0, sizeof state);
  for (;;) {
    Wait wait = wait_for_input();
    if (wait != WAIT_INPUT) return wait == WAIT_REDRAW ? KEY_REDRAW : EOF;
    char byte;
    ssize_t count = read(input, &byte, 1);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) return EOF;
    wchar_t character;
    size_t used = mbrtowc(&character, &byte, 1, &state);
    if (used == (size_t)-2) continue; /* the character goes on */
    if (used == (size_t)-1) {
      memset(&state, 0, sizeof state);
      continue; /* no character: passed over */
    }
    return (int)character;
  }
}

/* completion */

/* Where words begin, in the lists that are shown. */
static char word_breaks[] = " \t\n\"'`@$><=;|&{(,[)}]+*%#~^.:/";

/*
 * libedit replaces what it takes for the word, from byte `word_start` on. Its list begins with what all
 * candidates have in common, and ends with NULL.
 */
struct mocklua_EditorCandidates {
  const char *text;
  size_t word_start;
  char **list;
  size_t count; /* without the first */
  size_t capacity;
};

static bool has_room(mocklua_EditorCandidates *candidates) {
  if (candidates->count + 3 <= candidates->capacity) return true;
  size_t capacity = candidates->capacity == 0 ? 32 : candidates->capacity * 2;
  char **list = realloc(candidates->list, capacity * sizeof *list);
  if (list == NULL) return false;
  candidates->list = list;
  candidates->capacity = capacity;
  return true;
}

void mocklua_editor_add_candidate(mocklua_EditorCandidates *candidates, size_t start,
                                  const char *name) {
  size_t word_start = candidates->word_start;
  const char *before = ""; /* what the word has and the name has not */
  size_t before_count = 0;
  if (word_start < start) {
    before = candidates->text + word_start;
    before_count = start - word_start;
  } else {
    size_t skipped = word_start - start;
    if (strlen(name) < skipped) return;
    name += skipped;
  }
  if (!has_room(candidates)) return;
  size_t count = strlen(name);
  char *candidate = malloc(before_count + count + 1);
  if (candidate == NULL) return;
  memcpy(candidate, before, before_count);
  memcpy(candidate + before_count, name, count + 1);
  candidates->list[1 + candidates->count++] = candidate;
}

/* The bytes that two texts have in common, no character taken apart. */
static size_t common_count(const char *left, const char *right, size_t most) {
  size_t count = 0;
  while (count < most && left[count] != '\0' && left[count] == right[count]) count++;
  while (count > 0 && ((unsigned char)left[count] & 0xC0) == 0x80) count--;
  return count;
}

static char **attempt_completion(const char *word, int start, int end) {
  (void)word;
  rl_attempted_completion_over = 1; /* no file names where there is nothing */
  rl_completion_append_character = '\0';
  char *text = strndup(rl_line_buffer, (size_t)end);
  if (text == NULL) return NULL;
  mocklua_EditorCandidates found = {.text = text, .word_start = (size_t)start};
  completer(completer_context, text, &found);
  free(text);
  if (found.count == 0) {
    free(found.list);
    return NULL;
  }
  size_t common = strlen(found.list[1]);
  for (size_t i = 2; i <= found.count; i++) {
    common = common_count(found.list[1], found.list[i], common);
  }
  found.list[0] = strndup(found.list[1], common);
  found.list[found.count + 1] = NULL;
  return found.list;
}

/* starting and reading */

static void choose_locale(void) {
  const char *chosen = setlocale(LC_CTYPE, "");
  if (chosen == NULL || strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_CTYPE, "C.UTF-8");
}

bool mocklua_editor_start(const char *program, mocklua_EditorCompleter complete, void *context) {
  if (!open_notes()) return false;
  input = open_input();
  choose_locale();
  completer = complete;
  completer_context = context;
  rl_readline_name = program;
  rl_catch_signals = 0;
  rl_getc_function = read_character;
  rl_attempted_completion_function = attempt_completion;
  rl_basic_word_break_characters = word_breaks;
  rl_completer_word_break_characters = word_breaks;
  rl_completion_query_items = 500;
  rl_initialize();
  rl_parse_and_bind("bind ^_ ed-redisplay");
  using_history();
  catch_signal(SIGINT);
  catch_signal(SIGWINCH);
  catch_signal(SIGCONT);
  return true;
}

mocklua_EditorEvent mocklua_editor_read(const char *prompt, char **line) {
  was_interrupted = false;
  *line = readline(prompt);
  if (was_interrupted) {
    free(*line);
    *line = NULL;
    return MOCKLUA_EDITOR_INTERRUPT;
  }
  return *line == NULL ? MOCKLUA_EDITOR_END : MOCKLUA_EDITOR_LINE;
}

void mocklua_editor_remember(const char *line, int limit) {
  stifle_history(limit);
  add_history(line);
}

/* waiting */

mocklua_EditorEvent mocklua_editor_wait(void) {
  for (;;) {
    struct pollfd file = {.fd = notes[0], .events = POLLIN};
    if (poll(&file, 1, -1) < 0 && errno != EINTR) return MOCKLUA_EDITOR_FINISHED;
    char note = read_note();
    if (note == NOTE_INTERRUPT) return MOCKLUA_EDITOR_INTERRUPT;
    if (note == NOTE_FINISHED) return MOCKLUA_EDITOR_FINISHED;
    if (note == NOTE_RESIZE) rl_resize_terminal();
  }
}

void mocklua_editor_finish(void) { write_note(NOTE_FINISHED); }

void mocklua_editor_forget_interrupt(void) {
  for (char note = read_note(); note != 0; note = read_note()) {
    if (note == NOTE_RESIZE) rl_resize_terminal();
  }
}
