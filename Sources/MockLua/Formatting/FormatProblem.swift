/// Where a script is none, and what is expected there.
struct FormatProblem: Error {
  var line: Int
  var text: String
}
