/// A syntax error in a script: the line, and what is expected there.
struct FormatProblem: Error {
  var line: Int
  var text: String
}
