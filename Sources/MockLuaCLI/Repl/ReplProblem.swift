import MockCalls
import MockData

/// Why a command of a REPL can't be followed.
enum ReplProblem: Error {
  case unknownDirective(String, nearest: String?)
  /// A builder word at the start of a line.
  case builder(String)
  /// A command that takes an argument stands alone.
  case missingArgument(ReplDirective)
  /// A command that takes none has one.
  case unexpectedArgument(ReplDirective, String)
  case unknownName(what: String, String, hint: String?)
  case noFile
  case malformedTime(String)
  case malformedAdvance(String)
  case malformedGates(String)
  /// What the scenario says of a name that it does not know.
  case refused(MockServiceError)
  case realTime
  /// A file could not be loaded, or has mistakes.
  case failed(CommandFailure)
  /// The result could not be written, which ends the session.
  case unwritable(CommandFailure)
}

extension ReplProblem: CustomStringConvertible {
  /// The problem, and what to write instead.
  var description: String {
    switch self {
    case .unknownDirective(let name, let nearest?):
      "unknown command `:\(name.escaped)`; did you mean `:\(nearest)`?"
    case .unknownDirective(let name, nil): "unknown command `:\(name.escaped)`; `:help` lists them"
    case .builder(let word):
      "`:\(word.escaped)` continues an expression; write it behind the response on one line, "
        + "or end that line inside of a bracket"
    case .missingArgument(let directive):
      "`:\(directive)` needs more; write `\(directive.usage)`"
    case .unexpectedArgument(let directive, let argument):
      "`:\(directive)` takes nothing, so not `\(argument.escaped)`; write `\(directive.usage)`"
    case .unknownName(let what, let name, let hint):
      "no \(what) `\(name.escaped)`; \(hint ?? "there is none at all")"
    case .noFile: "no file has been loaded; write `\(ReplDirective.load.usage)`"
    case .malformedTime(let text):
      "`:time` knows no `\(text.escaped)`; write `\(ReplDirective.time.usage)`"
    case .malformedAdvance(let text):
      "`:time advance` takes whole milliseconds from 0\(text.isEmpty ? "" : ", not `\(text.escaped)`"); "
        + "write `:time advance 250`"
    case .malformedGates(let text):
      "`:gates` knows no `\(text.escaped)`; write `\(ReplDirective.gates.usage)`"
    case .refused(let error): error.message
    case .realTime:
      "the clock runs with the machine's time; write `:time virtual` before it is advanced"
    // The prompt says already who speaks.
    case .failed(let failure): String("\(failure)".trimmingPrefix("mocklua: "))
    case .unwritable(let failure): "\(failure)"
    }
  }
}
