import MockCalls
import MockData

/// The reason why a REPL command can't run.
enum ReplProblem: Error {
  case unknownDirective(String, nearest: String?)
  /// A builder at the start of a line.
  case builder(String)
  case missingArgument(ReplDirective)
  case unexpectedArgument(ReplDirective, String)
  case unknownName(what: String, String, hint: String?)
  case noFile
  case malformedTime(String)
  case malformedAdvance(String)
  case malformedGates(String)
  /// The scenario's error for an unknown name.
  case refused(MockServiceError)
  case realTime
  /// A file couldn't be loaded, or has errors.
  case failed(CommandFailure)
  /// The result couldn't be written, which ends the session.
  case unwritable(CommandFailure)
}

extension ReplProblem: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknownDirective(let name, let nearest?):
      "unknown command `:\(name.escaped)`; did you mean `:\(nearest)`?"
    case .unknownDirective(let name, nil):
      "unknown command `:\(name.escaped)`; write `:help` for a list"
    case .builder(let word):
      "`:\(word.escaped)` continues an expression; write it on the same line as the response, "
        + "or leave a bracket open at the end of that line"
    case .missingArgument(let directive):
      "`:\(directive)` needs an argument; write `\(directive.usage)`"
    case .unexpectedArgument(let directive, let argument):
      "`:\(directive)` doesn't take the argument `\(argument.escaped)`; write `\(directive.usage)`"
    case .unknownName(let what, let name, let hint):
      "no \(what) `\(name.escaped)`; \(hint ?? "none exist")"
    case .noFile: "no file has been loaded; write `\(ReplDirective.load.usage)`"
    case .malformedTime(let text):
      "`:time` doesn't take `\(text.escaped)`; write `\(ReplDirective.time.usage)`"
    case .malformedAdvance(let text):
      "`:time advance` takes whole milliseconds (0 or more)\(text.isEmpty ? "" : ", not `\(text.escaped)`"); "
        + "write `:time advance 250`"
    case .malformedGates(let text):
      "`:gates` doesn't take `\(text.escaped)`; write `\(ReplDirective.gates.usage)`"
    case .refused(let error): error.message
    case .realTime:
      "the clock runs in real time; write `:time virtual` before you advance it"
    // The prompt already shows the program.
    case .failed(let failure): String("\(failure)".trimmingPrefix("mocklua: "))
    case .unwritable(let failure): "\(failure)"
    }
  }
}
