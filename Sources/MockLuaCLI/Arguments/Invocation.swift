/// What a command line asks for.
enum Invocation {
  /// Print a text of the program itself: the help or the version.
  case print(String)

  /// Run a command.
  case run(any Command)
}
