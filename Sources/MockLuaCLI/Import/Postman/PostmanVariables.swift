import MockConfiguration
import MockData
import MockLua

/// The values of the variables of a collection and its folders.
struct PostmanVariables {
  private var values: [String: String] = [:]

  /// The number of times that Postman replaces the variables in a string, because values and names can contain others.
  private static let roundLimit = 19
  /// The maximum number of bytes that variables can add to a string.
  private static let lengthLimit = 1 << 20

  /// Adds the variables of a folder or a collection, which override the ones already added.
  ///
  /// Throws an error if the value isn't a list.
  mutating func add(
    _ node: DocumentNode?, _ reasons: inout [String]
  ) throws(MockConfigurationError) {
    for variable in try node?.elements() ?? [] where variable["disabled"]?.data != true {
      variable.reading(&reasons) { _ in
        try variable.validate()
        guard let name = try (variable["key"] ?? variable["id"])?.text() else { return }
        guard let value = variable["value"] else {
          values[name] = ""
          return
        }
        // Postman stores values of other types as JSON.
        values[name] = value.isScalar ? try value.text() : value.data.compactText
      }
    }
  }

  /// Returns a string with all known variables replaced by their values, the innermost first.
  ///
  /// In `{{url_{{stage}}}}`, the value of `stage` is a part of the other name.
  func substituted(_ text: String) -> String {
    var (text, left) = (text, Self.lengthLimit)
    for _ in 0..<Self.roundLimit where text.contains("{{") {
      var isChanged = false
      let replaced = text.replacing(#/\{\{([^{}]*)\}\}/#) { match -> String in
        guard left > 0, let value = values[String(match.1).trimmed], !value.isEmpty else {
          return String(match.0)
        }
        // Variables that contain each other grow without limit.
        left -= value.utf8.count
        isChanged = true
        return value
      }
      guard isChanged else { return text }
      text = replaced
    }
    return text
  }

  /// Returns the names of the variables in a string, as they are written.
  static func names(in text: some StringProtocol) -> [String] {
    String(text).matches(of: #/{{([^{}]*)}}/#).map { String($0.1) }
  }

  /// Returns JSON in which each `{{name}}` used as a value is a quoted string that begins with the marker.
  static func quoted(_ json: String, marker: String = "") -> String {
    replacingOutsideOfStrings(json) { rest in
      guard rest.hasPrefix("{{"), let end = rest.firstRange(of: "}}"),
        !rest[..<end.lowerBound].contains(where: { "\"\n,:".contains($0) })
      else { return nil }
      return ("\"\(marker)\(rest[..<end.upperBound])\"", rest[end.upperBound...])
    }
  }

  /// Returns JSON without comments, as Postman sends it.
  static func withoutComments(_ json: String) -> String {
    replacingOutsideOfStrings(json) { rest in
      if rest.hasPrefix("//") { return ("", rest.drop { !$0.isNewline }) }
      guard rest.hasPrefix("/*"), let end = rest.firstRange(of: "*/") else { return nil }
      return ("", rest[end.upperBound...])
    }
  }

  /// Returns JSON with changes outside of its strings.
  ///
  /// `change` gets the rest of the JSON. It returns the replacement for its beginning, and what follows it; or nil if it
  /// stays unchanged.
  private static func replacingOutsideOfStrings(
    _ json: String, _ change: (Substring) -> (replacement: String, rest: Substring)?
  ) -> String {
    var (result, rest, isString) = ("", Substring(json), false)
    while let character = rest.first {
      if !isString, let changed = change(rest) {
        result += changed.replacement
        rest = changed.rest
        continue
      }
      if character == "\"" { isString.toggle() }
      result.append(rest.removeFirst())
      if isString, character == "\\", !rest.isEmpty { result.append(rest.removeFirst()) }
    }
    return result
  }
}
