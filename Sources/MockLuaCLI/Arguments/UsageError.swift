import MockData

/// An error in a command line.
enum UsageError: Error, Equatable {
  case unknownOption(String, nearest: String?)
  case unknownCommand(String, nearest: String)
  case commandNotFirst(String)
  case missingValue(usage: String)
  case unexpectedValue(flag: String, value: String)
  case invalidValue(option: String, value: String, expectation: String, nearest: String?)
  case missingArgument(name: String)
  case unexpectedArgument(String)
  case exclusiveOptions(String, String)
  case repeatedOption(String)
  case invalidJSON(call: String, JSONParseError)
  case noObject(call: String, AnyCodableValue.Kind)
  case argumentsFirst(String)
  case needsOption(String, String)
  case needsFile(option: String)
}

extension UsageError: CustomStringConvertible {
  /// The problem and its solution, on one line.
  var description: String {
    switch self {
    case .unknownOption(let option, let nearest?):
      "unknown option '\(option.escaped)'; did you mean '\(nearest)'?"
    case .unknownOption(let option, nil):
      "unknown option '\(option.escaped)'; write './\(option.escaped)' if it is a file"
    case .unknownCommand(let name, let nearest):
      "no command and no file '\(name.escaped)'; did you mean '\(nearest)'?"
    case .commandNotFirst(let name):
      "'\(name)' is a command and comes first; write './\(name)' if it is a file"
    case .missingValue(let usage):
      "'\(usage.prefix { $0 != " " })' needs a value; write '\(usage)'"
    case .unexpectedValue(let flag, let value):
      "'\(flag)' takes no value, so not '\(value.escaped)'; write '\(flag)' alone"
    case .invalidValue(let option, let value, let expectation, let nearest):
      "'\(option)' takes \(expectation), not '\(value.escaped)'"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .missingArgument(let name):
      "\(name) is missing; write it where the usage shows it"
    case .unexpectedArgument(let argument):
      "one argument too many: '\(argument.escaped)'; leave it out"
    case .exclusiveOptions(let first, let second):
      "'\(first)' and '\(second)' exclude each other; leave one out"
    case .repeatedOption(let option):
      "'\(option)' is given twice; give it once"
    case .invalidJSON(let call, let error):
      "the arguments of '\(call.escaped)' are not JSON: \(error)"
    case .noObject(let call, let kind):
      "the arguments of '\(call.escaped)' are \(kind.phrase); "
        + "write an object of them by label: '{\"code\": 1}'"
    case .needsOption(let option, let needed):
      "'\(option)' works with '\(needed)' alone; write '\(needed)' too, or leave it out"
    case .needsFile(let option):
      "'\(option)' needs a script with a name, which Swift loads it by; name a file instead of '-'"
    case .argumentsFirst(let text):
      "'\(text.escaped)' stands where the name of a method is expected; write Service.method before it"
    }
  }
}

/// An error in a command line, with the usage of the command.
struct CommandLineError: Error {
  var error: UsageError

  /// The usage lines of the command.
  var usage: String

  /// The command line that prints the full help: `mocklua emit --help`.
  var helpCommand: String

  /// The program's name.
  var program: String
}

extension CommandLineError: CustomStringConvertible {
  /// The error on one line, followed by the usage of the command.
  var description: String {
    "\(program): \(error)\n\(usage)\n'\(helpCommand)' explains more."
  }
}
