package import MockData

/// Changes one field of a value.
package enum Mutation {
  /// The number of elements of a list that are considered.
  private static let elements = 3

  /// Returns the paths of the fields that can change.
  package static func paths(in value: AnyCodableValue, at path: String = "$") -> [String] {
    switch value {
    case .dictionary(let members):
      members.sorted { $0.key < $1.key }.flatMap { paths(in: $1, at: "\(path).\($0)") }
    case .array(let values):
      values.prefix(elements).enumerated().flatMap { paths(in: $1, at: "\(path)[\($0)]") }
    case .null: []
    default: [path]
    }
  }

  /// Returns the value with one field changed, or nil if the field doesn't exist.
  package static func change(
    _ value: AnyCodableValue, at target: String, path: String = "$"
  ) -> AnyCodableValue? {
    if path == target { return other(than: value) }
    switch value {
    case .dictionary(var members):
      for (key, member) in members {
        if let changed = change(member, at: target, path: "\(path).\(key)") {
          members[key] = changed
          return .dictionary(members)
        }
      }
      return nil
    case .array(var values):
      for (index, element) in values.enumerated() {
        if let changed = change(element, at: target, path: "\(path)[\(index)]") {
          values[index] = changed
          return .array(values)
        }
      }
      return nil
    default: return nil
    }
  }

  private static func other(than value: AnyCodableValue) -> AnyCodableValue? {
    switch value {
    case .bool(let value): .bool(!value)
    case .int(let value): .int(value == .max ? value - 1 : value + 1)
    case .double(let value): .double(value + 1)
    case .string(let text): .string(other(than: text))
    default: nil
    }
  }

  /// Returns a string of the same form, so that a date stays a date.
  ///
  /// The last letter or digit is replaced with the next one.
  private static func other(than text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    for index in scalars.indices.reversed() {
      let next: Unicode.Scalar? =
        switch scalars[index] {
        case "0"..."8", "a"..."y", "A"..."Y": Unicode.Scalar(scalars[index].value + 1)
        case "9": "0"
        case "z": "a"
        case "Z": "A"
        default: nil
        }
      guard let next else { continue }
      scalars[index] = next
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars)
      return String(view)
    }
    return text + "x"
  }
}
