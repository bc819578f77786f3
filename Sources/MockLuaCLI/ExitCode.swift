/// How the process ends, as a script that calls it sees it.
enum ExitCode: Int32 {
  /// The result is on standard output, or in the file of `--output`.
  case success = 0

  /// The script has mistakes, something could not be read or written, or a command tells of what it has found: a
  /// call that still waits at a gate, say, or one that a replay answers differently.
  case failure = 1

  /// The command line was wrong: `EX_USAGE` of sysexits(3).
  case misuse = 64
}
