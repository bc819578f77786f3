import MockServices

/// What is wrong with a command line.
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
