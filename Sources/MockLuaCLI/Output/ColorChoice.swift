/// When messages have colours: the value of `--color`.
enum ColorChoice: String, CaseIterable, ArgumentValue {
  /// On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
  case auto
  /// Also in a pipe or a file, with source lines as on a terminal.
  case always
  case never
}
