/// A syntax error in a script, with its line and what is expected there.
struct FormatProblem: Error {
  var line: Int
  var text: String
}
