import MockCalls
import MockConfiguration

/// The file with the requirements of an app's mocks, as a test writes it.
enum ContractFile {
  static let option = Option<String>(
    "contract", value: "FILE", completion: .files("json"),
    help: "Compare scripts with the contract of an app.")

  /// Reads the file of `--contract`, if any.
  static func read(_ arguments: ParsedArguments) throws(CommandFailure) -> ContractDocument? {
    try arguments[option].map { path throws(CommandFailure) in try read(path) }
  }

  static func read(_ path: String) throws(CommandFailure) -> ContractDocument {
    let source = try ScriptSource.read(path, readsStandardInput: false)
    return try rethrowing(
      as: CommandFailure.unusableContract, ContractDocument(json: source.text, file: source.name))
  }
}
