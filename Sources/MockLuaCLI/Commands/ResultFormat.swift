import MockData

/// The format of a command's result: for people, or for programs.
enum ResultFormat: String, CaseIterable, ArgumentValue {
  case text, json

  static let option = Option<ResultFormat>(
    "format", value: "FORMAT", help: "Print \(expectation) (default: text).")
}

/// The format of a command whose result is always JSON.
///
/// The option exists for consistency with other commands.
enum OnlyFormat: String, CaseIterable, ArgumentValue {
  case json

  static let option = Option<OnlyFormat>(
    "format", value: "FORMAT", help: "Print json, which is the only format.")
}

/// A result as a JSON object, whose shape `command-output.schema.json` describes.
enum JSONResult {
  /// The version of all shapes.
  ///
  /// A version can get additional keys. If a key is removed, or changes its meaning, the version is incremented.
  static let version = 1

  /// Returns the text of a result, with a final newline.
  static func text(_ members: [String: AnyCodableValue]) throws(CommandFailure) -> String {
    do {
      let whole = members.merging(["version": .int(version)]) { $1 }
      let writer = JSONWriter(style: .pretty, escapesForTerminals: true)
      return try writer.string(from: .dictionary(whole)) + "\n"
    } catch {
      throw .unencodable(cause: error)
    }
  }
}
