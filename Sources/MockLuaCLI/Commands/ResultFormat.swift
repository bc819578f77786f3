import MockData

/// How a command prints its result: for people, or for programs.
enum ResultFormat: String, CaseIterable, ArgumentValue {
  case text, json

  static let option = Option<ResultFormat>(
    "format", value: "FORMAT", help: "Print \(expectation); text by default.")
}

/// The format of a command whose result is JSON by itself; it may be asked for as that of the others.
enum OnlyFormat: String, CaseIterable, ArgumentValue {
  case json

  static let option = Option<OnlyFormat>(
    "format", value: "FORMAT", help: "Print json, as it does in any case.")
}

/// A result as one object of JSON, whose shape `command-output.schema.json` describes.
enum JSONResult {
  /// The version of all shapes.
  ///
  /// More keys may come to a version; one that goes away, or means something else, makes a new one.
  static let version = 1

  /// The text of a result, ending in a newline.
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
