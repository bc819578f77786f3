import MockData

enum UsageError: Error, Equatable {
  case unknownOption(String, nearest: String?)
  case formerOption(String, instead: String)
  case unknownCommand(String, nearest: String?)
  case formerCommand(String, instead: String)
  case commandNotFirst(String)
  case typographicDash(String, instead: String)
  case missingValue(usage: String)
  case unexpectedValue(flag: String, value: String)
  case invalidValue(option: String, value: String, expectation: String, nearest: String?)
  case missingArgument(name: String)
  case unexpectedArgument(String, takes: [String])
  case exclusiveOptions(String, String)
  case repeatedOption(String)
  case needsOption(String, String)
  case needsFile(String)
  case invalidCall(CallWordProblem)
}

extension UsageError: CustomStringConvertible {
  /// The problem and its solution, on one line.
  var description: String {
    switch self {
    case .unknownOption(let option, let nearest?):
      "unknown option '\(option.escaped)'; did you mean '\(nearest)'?"
    case .unknownOption(let option, nil):
      "unknown option '\(option.escaped)'; write './\(option.escaped)' if it is a file"
    case .formerOption(let option, let instead):
      "'\(option)' no longer exists; \(instead)"
    case .unknownCommand(let name, let nearest?):
      "no command or file '\(name.escaped)'; did you mean '\(nearest)'?"
    case .unknownCommand(let name, nil):
      "no command or file '\(name.escaped)'; run 'mocklua help' for a list of commands"
    case .formerCommand(let name, let instead):
      "the command '\(name)' no longer exists; \(instead)"
    case .commandNotFirst(let name):
      "'\(name)' is a command, which takes precedence; write './\(name)' if it is a file"
    case .typographicDash(let word, let instead):
      "'\(word.escaped)' starts with a typographic dash; write '\(instead.escaped)'"
    case .missingValue(let usage):
      "'\(usage.prefix { $0 != " " })' needs a value; write '\(usage)'"
    case .unexpectedValue(let flag, let value):
      "'\(flag)' takes no value; remove '=\(value.escaped)'"
    case .invalidValue(let option, let value, let expectation, let nearest):
      "'\(option)' takes \(expectation), not '\(value.escaped)'"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .missingArgument(let name):
      "missing argument \(name)"
    case .unexpectedArgument(let argument, let names):
      "unexpected argument '\(argument.escaped)'; this command takes \(Self.list(of: names))"
    case .exclusiveOptions(let first, let second):
      "'\(first)' and '\(second)' can't be used together; remove one of them"
    case .repeatedOption(let option):
      "'\(option)' appears twice; remove one of them"
    case .needsOption(let option, let needed):
      "'\(option)' needs '\(needed)'; add it, or remove '\(option)'"
    case .needsFile(let reason):
      "FILE can't be '-', because \(reason); write the path of a file"
    case .invalidCall(let problem): problem.description
    }
  }

  /// The arguments that a command takes, such as `one FILE`.
  private static func list(of names: [String]) -> String {
    switch names.count {
    case 0: "none"
    case 1: "one \(names[0])"
    default: names.joined(separator: " ")
    }
  }
}

/// A problem with the arguments of a command line that name a call.
enum CallWordProblem: Error, Equatable {
  case notCall(String)
  case argumentsFirst(String)
  case invalidJSON(call: String, JSONParseError)
  case noObject(call: String, AnyCodableValue.Kind)
  case typographicQuotes(call: String)
  case assignments(String, json: String)
  case lowercaseMethod(String, instead: String)
  case missingMethod(address: String)
  case missingAddress(method: String)
  case secondCall(String)
  case gate(String)
}

extension CallWordProblem: CustomStringConvertible {
  /// The problem and its solution, on one line.
  var description: String {
    switch self {
    case .notCall(let word):
      "'\(word.escaped)' doesn't name a call; write Service.method, such as 'OTP.verify', "
        + "or a request, such as 'GET /users/7'"
    case .argumentsFirst(let text):
      "'\(text.escaped)' doesn't follow a call; write Service.method before it"
    case .invalidJSON(let call, let error):
      "the arguments of '\(call.escaped)' aren't JSON: \(error)"
    case .noObject(let call, let kind):
      "'\(call.escaped)' needs an object of arguments, not \(kind.phrase); "
        + "write their labels and values, such as '{\"code\":1}'"
    case .typographicQuotes(let call):
      "the arguments of '\(call.escaped)' have typographic quotes; write straight ones (\" and ')"
    case .assignments(let words, let json):
      "'\(words.escaped)' isn't JSON; write '\(json.escaped)'"
    case .lowercaseMethod(let word, let instead):
      "'\(word.escaped)' isn't a request, because HTTP methods are uppercase; write '\(instead.escaped)'"
    case .missingMethod(let address):
      "'\(address.escaped)' has no method; write 'GET \(address.escaped)'"
    case .missingAddress(let method):
      "'\(method)' has no address; write '\(method) /users/7', "
        + "or '\(method) https://api.example.com/users/7'"
    case .secondCall(let name):
      "unexpected argument '\(name.escaped)'; this command takes one call"
    case .gate(let word):
      "unexpected argument '\(word.escaped)'; open and close gates with 'mocklua call'"
    }
  }
}

/// An error in a command line, with the usage of the command.
struct CommandLineError: Error {
  var error: UsageError

  var usage: String

  /// A command line that works, if the error shows one.
  var example: String?

  /// The command line that shows the help: `mocklua emit --help`.
  var helpCommand: String

  var program: String
}

extension CommandLineError: CustomStringConvertible {
  /// The error on one line, followed by the usage of the command.
  var description: String {
    var lines = ["\(program): \(error)", usage]
    if case .missingArgument = error, let example { lines.append("Example: \(example)") }
    return (lines + ["See '\(helpCommand)'."]).joined(separator: "\n")
  }
}
