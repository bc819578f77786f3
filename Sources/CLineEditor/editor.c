/*
 * The line editor: libedit through histedit.h, the terminal's signals, and a pipe through which a signal handler
 * reports them. A process has several threads, and any of them can run the handler. So an interrupted system call
 * doesn't indicate a signal, but a byte in the pipe does.
 *
 * Every system's libedit has the interface histedit.h. Its other interface, which imitates readline, reads
 * characters as bytes on macOS. The settings here are the same as in that interface. All text inside libedit is
 * wide.
 */
#ifdef __linux__
#define _GNU_SOURCE /* wcwidth */
#endif

#include "CLineEditor.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include <histedit.h>

enum { NOTE_INTERRUPT = 'i', NOTE_RESIZE = 'r', NOTE_CONTINUE = 'c', NOTE_FINISHED = 'f' };

static EditLine *editor;
static HistoryW *earlier;
static wchar_t *prompt;
static int notes[2] = {-1, -1};
static int input = -1;
static bool was_interrupted;
static mocklua_EditorCompleter completer;
static void *completer_context;

/* signals */

static void write_note(char note) {
  int error = errno;
  ssize_t written = write(notes[1], &note, 1);
  (void)written; /* a full pipe already contains enough notes */
  errno = error;
}

static void take_signal(int number) {
  write_note(number == SIGWINCH ? NOTE_RESIZE
             : number == SIGCONT ? NOTE_CONTINUE
                                 : NOTE_INTERRUPT);
}

/* Returns the next note, or 0 if there isn't one. */
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

/* A key that users don't type, bound to redrawing the line. */
enum { KEY_REDRAW = 0x1F }; /* Ctrl-_ */

typedef enum Wait { WAIT_INPUT, WAIT_REDRAW, WAIT_END } Wait;

/*
 * Ctrl-C discards the typed input, possibly between the poll and the read, so the read must not block. The terminal
 * is opened again for that, because other processes share the existing file description.
 */
static int open_input(void) {
  const char *name = ttyname(STDIN_FILENO);
  int file = name == NULL ? -1 : open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  return file >= 0 ? file : STDIN_FILENO;
}

/* Waits for input, the end of a pause (Ctrl-Z), Ctrl-C, or the end of the terminal. */
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
      if (note == NOTE_RESIZE) el_resize(editor);
      if (note == NOTE_CONTINUE) {
        el_wset(editor, EL_PREP_TERM, 0); /* the shell has changed the terminal, */
        el_wset(editor, EL_PREP_TERM, 1); /* which libedit doesn't notice */
        return WAIT_REDRAW;
      }
      continue;
    }
    if (files[0].revents != 0) return WAIT_INPUT;
  }
}

/* The number of characters read so far, so that a key can detect its own repetition. */
static unsigned long read_count;

/* Reads the next character for libedit. Returns 1, or 0 at the end, which also ends the line. */
static int read_character(EditLine *line_editor, wchar_t *character) {
  (void)line_editor;
  mbstate_t state;
  memset(&state, 0, sizeof state);
  read_count++;
  for (;;) {
    Wait wait = wait_for_input();
    if (wait == WAIT_REDRAW) {
      *character = KEY_REDRAW;
      return 1;
    }
    if (wait != WAIT_INPUT) return 0;
    char byte;
    ssize_t count = read(input, &byte, 1);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) return 0;
    size_t used = mbrtowc(character, &byte, 1, &state);
    if (used == (size_t)-2) continue; /* the character has more bytes */
    if (used == (size_t)-1) {
      memset(&state, 0, sizeof state);
      continue; /* not a character: skipped */
    }
    return 1;
  }
}

/* text */

/* Converts wide characters to bytes; null without memory. The caller frees the result. */
static char *narrow(const wchar_t *text, size_t count) {
  char *bytes = malloc(count * MB_LEN_MAX + 1);
  if (bytes == NULL) return NULL;
  size_t length = 0;
  mbstate_t state;
  memset(&state, 0, sizeof state);
  for (size_t i = 0; i < count; i++) {
    size_t used = wcrtomb(bytes + length, text[i], &state);
    if (used != (size_t)-1) length += used;
  }
  bytes[length] = '\0';
  return bytes;
}

/* Converts bytes to wide characters; null without memory. The caller frees the result. */
static wchar_t *widen(const char *bytes) {
  size_t left = strlen(bytes);
  wchar_t *text = calloc(left + 1, sizeof *text);
  if (text == NULL) return NULL;
  size_t count = 0;
  mbstate_t state;
  memset(&state, 0, sizeof state);
  while (left > 0) {
    size_t used = mbrtowc(&text[count], bytes, left, &state);
    if (used == (size_t)-1 || used == (size_t)-2 || used == 0) {
      memset(&state, 0, sizeof state);
      used = 1; /* not a character: skipped */
    } else {
      count++;
    }
    bytes += used;
    left -= used;
  }
  text[count] = L'\0';
  return text;
}

/* Returns the number of terminal columns that the text needs. */
static size_t width_of(const char *bytes) {
  wchar_t *text = widen(bytes);
  if (text == NULL) return strlen(bytes);
  size_t width = 0;
  for (size_t i = 0; text[i] != L'\0'; i++) {
    int columns = wcwidth(text[i]);
    if (columns > 0) width += (size_t)columns;
  }
  free(text);
  return width;
}

/* completion */

/* The characters after which words start, in the lists that are shown. */
static char word_breaks[] = " \t\n\"'`@$><=;|&{(,[)}]+*%#~^.:/";

/* The candidates for the word from byte `word_start` to the end of the text. */
struct mocklua_EditorCandidates {
  const char *text;
  size_t word_start;
  char **list;
  size_t count;
  size_t capacity;
};

static bool has_room(mocklua_EditorCandidates *candidates) {
  if (candidates->count < candidates->capacity) return true;
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
  const char *before = ""; /* the part of the word that the name doesn't include */
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
  candidates->list[candidates->count++] = candidate;
}

/* Returns the number of bytes in the common prefix of two strings, without splitting a character. */
static size_t common_count(const char *left, const char *right, size_t most) {
  size_t count = 0;
  while (count < most && left[count] != '\0' && left[count] == right[count]) count++;
  while (count > 0 && ((unsigned char)left[count] & 0xC0) == 0x80) count--;
  return count;
}

/* Returns the number of bytes in the common prefix of all candidates. */
static size_t common_start(const mocklua_EditorCandidates *found) {
  size_t common = strlen(found->list[0]);
  for (size_t i = 1; i < found->count; i++) {
    common = common_count(found->list[0], found->list[i], common);
  }
  return common;
}

static int compare_names(const void *left, const void *right) {
  return strcmp(*(char *const *)left, *(char *const *)right);
}

/* The number of candidates above which the user is asked before they are listed. */
enum { MOST_LISTED = 500 };

static bool wants_list(size_t count) {
  if (count <= MOST_LISTED) return true;
  printf("Display all %zu possibilities? (y or n) ", count);
  fflush(stdout);
  wchar_t character = L'n';
  if (read_character(editor, &character) != 1) return false;
  printf("\n");
  return character == L'y';
}

/* Lists the candidates below the line, from top to bottom in as many columns as fit in the terminal. */
static void list_candidates(mocklua_EditorCandidates *found) {
  printf("\n");
  if (!wants_list(found->count)) return;
  qsort(found->list, found->count, sizeof *found->list, compare_names);
  size_t widest = 0;
  for (size_t i = 0; i < found->count; i++) {
    size_t width = width_of(found->list[i]);
    if (width > widest) widest = width;
  }
  struct winsize window;
  size_t columns = 80;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0) columns = window.ws_col;
  columns = columns / (widest + 2);
  if (columns == 0) columns = 1;
  size_t lines = (found->count + columns - 1) / columns;
  for (size_t line = 0; line < lines; line++) {
    for (size_t i = line; i < found->count; i += lines) {
      printf("%s", found->list[i]);
      if (i + lines < found->count) {
        printf("%*s", (int)(widest + 2 - width_of(found->list[i])), "");
      }
    }
    printf("\n");
  }
  fflush(stdout);
}

/* Replaces the word with the common prefix of all candidates. */
static void insert_common(const mocklua_EditorCandidates *found) {
  char *common = strndup(found->list[0], common_start(found));
  wchar_t *text = common == NULL ? NULL : widen(common);
  wchar_t *word = widen(found->text + found->word_start);
  if (text != NULL && word != NULL) {
    el_wdeletestr(editor, (int)wcslen(word));
    el_winsertstr(editor, text);
  }
  free(common);
  free(text);
  free(word);
}

static size_t word_start_in(const char *text) {
  size_t start = strlen(text);
  while (start > 0 && strchr(word_breaks, text[start - 1]) == NULL) start--;
  return start;
}

/* Tab: completes the word before the cursor, up to the common prefix of the candidates. A second Tab lists them. */
static unsigned char complete_word(EditLine *line_editor, int key) {
  static unsigned long last_count;
  bool is_repeated = read_count == last_count + 1;
  last_count = read_count;
  (void)line_editor;
  (void)key;
  const LineInfoW *line = el_wline(editor);
  char *text = narrow(line->buffer, (size_t)(line->cursor - line->buffer));
  if (text == NULL) return CC_ERROR;
  mocklua_EditorCandidates found = {.text = text, .word_start = word_start_in(text)};
  completer(completer_context, text, &found);
  unsigned char result = CC_NORM;
  if (found.count > 1 && is_repeated) {
    list_candidates(&found);
    result = CC_REDISPLAY;
  } else if (found.count > 0) {
    insert_common(&found);
    result = found.count > 1 ? CC_REFRESH_BEEP : CC_REFRESH;
  }
  for (size_t i = 0; i < found.count; i++) free(found.list[i]);
  free(found.list);
  free(text);
  return result;
}

/* starting and reading */

/* Uses the first of these locales that the system has. macOS and Linux use different names. */
static void choose_locale(void) {
  static const char *const names[] = {"C.UTF-8", "UTF-8", "en_US.UTF-8"};
  const char *chosen = setlocale(LC_CTYPE, "");
  if (chosen != NULL && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (setlocale(LC_CTYPE, names[i]) != NULL) return;
  }
}

static wchar_t *current_prompt(EditLine *line_editor) {
  static wchar_t none[] = L"";
  (void)line_editor;
  return prompt == NULL ? none : prompt;
}

/* Handles Ctrl-Z, which libedit disables in the terminal. */
static unsigned char pause_process(EditLine *line_editor, int key) {
  (void)line_editor;
  (void)key;
  kill(0, SIGTSTP);
  return CC_NORM;
}

static void bind_keys(void) {
  static const struct {
    const wchar_t *key, *command;
  } keys[] = {
      {L"^I", L"mocklua-complete"},        {L"^Z", L"mocklua-pause"},
      {L"^_", L"ed-redisplay"},            {L"^W", L"ed-delete-prev-word"},
      {L"^R", L"em-inc-search-prev"},      {L"\\e[1~", L"ed-move-to-beg"},
      {L"\\e[4~", L"ed-move-to-end"},      {L"\\e[7~", L"ed-move-to-beg"},
      {L"\\e[8~", L"ed-move-to-end"},      {L"\\e[H", L"ed-move-to-beg"},
      {L"\\e[F", L"ed-move-to-end"},       {L"\\e[3~", L"ed-delete-next-char"},
      {L"\\e[2~", L"ed-quoted-insert"},    {L"\\e[1;5C", L"em-next-word"},
      {L"\\e[1;5D", L"ed-prev-word"},      {L"\\e[5C", L"em-next-word"},
      {L"\\e[5D", L"ed-prev-word"},        {L"\\e\\e[C", L"em-next-word"},
      {L"\\e\\e[D", L"ed-prev-word"},
  };
  el_wset(editor, EL_ADDFN, L"mocklua-complete", L"Completes the word", complete_word);
  el_wset(editor, EL_ADDFN, L"mocklua-pause", L"Pauses the process", pause_process);
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    el_wset(editor, EL_BIND, keys[i].key, keys[i].command, NULL);
  }
}

bool mocklua_editor_start(const char *program, mocklua_EditorCompleter complete, void *context) {
  if (!open_notes()) return false;
  input = open_input();
  choose_locale(); /* libedit reads it once, at its start */
  completer = complete;
  completer_context = context;
  editor = el_init(program, stdin, stdout, stderr);
  earlier = history_winit();
  if (editor == NULL || earlier == NULL) return false;
  el_wset(editor, EL_SIGNAL, 0);
  el_wset(editor, EL_HIST, history_w, earlier);
  el_wset(editor, EL_GETCFN, read_character);
  el_wset(editor, EL_PROMPT, current_prompt);
  el_wset(editor, EL_EDITOR, L"emacs");
  bind_keys();
  el_source(editor, NULL); /* the user's ~/.editrc */
  catch_signal(SIGINT);
  catch_signal(SIGWINCH);
  catch_signal(SIGCONT);
  return true;
}

mocklua_EditorEvent mocklua_editor_read(const char *text, char **line) {
  was_interrupted = false;
  *line = NULL;
  free(prompt);
  prompt = widen(text);
  int count = 0;
  const wchar_t *entered = el_wgets(editor, &count);
  if (was_interrupted) return MOCKLUA_EDITOR_INTERRUPT;
  if (entered == NULL || count <= 0) return MOCKLUA_EDITOR_END;
  size_t length = (size_t)count;
  while (length > 0 && (entered[length - 1] == L'\n' || entered[length - 1] == L'\r')) length--;
  *line = narrow(entered, length);
  return *line == NULL ? MOCKLUA_EDITOR_END : MOCKLUA_EDITOR_LINE;
}

void mocklua_editor_remember(const char *line, int limit) {
  HistEventW event;
  wchar_t *text = widen(line);
  if (text == NULL) return;
  history_w(earlier, &event, H_SETSIZE, limit);
  history_w(earlier, &event, H_ENTER, text); /* the history copies the text */
  free(text);
}

/* waiting */

mocklua_EditorEvent mocklua_editor_wait(void) {
  for (;;) {
    struct pollfd file = {.fd = notes[0], .events = POLLIN};
    if (poll(&file, 1, -1) < 0 && errno != EINTR) return MOCKLUA_EDITOR_FINISHED;
    char note = read_note();
    if (note == NOTE_INTERRUPT) return MOCKLUA_EDITOR_INTERRUPT;
    if (note == NOTE_FINISHED) return MOCKLUA_EDITOR_FINISHED;
    if (note == NOTE_RESIZE) el_resize(editor);
  }
}

void mocklua_editor_finish(void) { write_note(NOTE_FINISHED); }

void mocklua_editor_forget_interrupt(void) {
  for (char note = read_note(); note != 0; note = read_note()) {
    if (note == NOTE_RESIZE) el_resize(editor);
  }
}
