import MockCalls

/// The file that says what an app's mocks require, as a test writes it.
enum ContractFile {
  static let option = Option<String>(
    "contract", value: "FILE", completion: .files("json"),
    help: "Compare scripts with what the app's mocks require.")

  /// Reads the file.
  ///
  /// - Throws: `CommandFailure` where it can't be read, or is no contract.
  static func read(_ path: String) throws(CommandFailure) -> ContractDocument {
    let source = try source(path)
    do throws(ContractProblem) {
      return try ContractDocument(json: source.text, file: source.name)
    } catch {
      throw .unusableContract(error)
    }
  }

  private static func source(_ path: String) throws(CommandFailure) -> ScriptSource {
    do throws(CommandFailure) {
      return try ScriptSource.read(path, readsStandardInput: false)
    } catch .unreadable(let path, .folder) {
      throw .unusableContract(
        ContractProblem(file: path, text: "is a folder; name the file of a contract in it"))
    }
  }
}
