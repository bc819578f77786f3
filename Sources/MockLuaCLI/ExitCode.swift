/// How the process ends, as a script that calls it sees it.
enum ExitCode: Int32 {
  /// The result is on standard output, or in the file of `--output`.
  case success = 0

  /// The script has mistakes, or something could not be read or written.
  case failure = 1

  /// The command line was wrong: `EX_USAGE` of sysexits(3).
  case misuse = 64
}
