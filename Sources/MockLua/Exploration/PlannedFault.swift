package import MockCalls
package import MockConfiguration
package import MockData

/// A fault that a schedule injects into a call: an error, or a changed response.
package enum PlannedFault: Sendable, Hashable {
  /// The call fails with an error that has this code.
  ///
  /// A stream fails after this number of elements.
  case code(String, after: Int = 0)
  /// The call fails with each error code that it can throw, one per run.
  ///
  /// This is only used in searches.
  case ownCodes
  case cancelled, empty, null, never
  /// The field at this path in the response changes.
  case changed(String)
  /// The call gets another of the responses that are chosen by chance: the one with this index, from 0.
  case response(Int)

  /// The default faults: a call fails with each of its errors, returns an empty list, or returns nil if its type is
  /// optional.
  package static let standard: [PlannedFault] = [.ownCodes, .empty, .null]

  /// The fault as written after the number of a call in a schedule: `!offline`, `!offline@2`, `~never`.
  package var name: String {
    switch self {
    case .code(let code, 0): "!" + code
    case .code(let code, let count): "!\(code)@\(count)"
    case .ownCodes: "~codes"
    case .cancelled: "~cancelled"
    case .empty: "~empty"
    case .null: "~null"
    case .never: "~never"
    case .changed(let path): "~" + path
    case .response(let index): "~\(index + 1)"
    }
  }

  init?(name: Substring) {
    guard let mark = name.first, name.count > 1 else { return nil }
    let rest = String(name.dropFirst())
    switch (mark, rest) {
    case ("!", _):
      let parts = rest.split(separator: "@", omittingEmptySubsequences: false)
      if parts.count == 2, let count = Int(parts[1]), count > 0 {
        self = .code(String(parts[0]), after: count)
      } else {
        self = .code(rest)
      }
    case ("~", "cancelled"): self = .cancelled
    case ("~", "empty"): self = .empty
    case ("~", "null"): self = .null
    case ("~", "never"): self = .never
    case ("~", _) where rest.hasPrefix("$"): self = .changed(rest)
    case ("~", _):
      guard let number = Int(rest), number > 0 else { return nil }
      self = .response(number - 1)
    default: return nil
    }
  }

  /// A description of the fault, which comes after `Service.method #1`.
  package var words: String {
    switch self {
    case .code(let code, 0): "failing with \"\(code)\""
    case .code(let code, 1): "failing with \"\(code)\" after its first element"
    case .code(let code, let count): "failing with \"\(code)\" after \(count) elements"
    case .ownCodes: "failing"
    case .cancelled: "cancelled"
    case .empty: "returning an empty list"
    case .null: "returning nil"
    case .never: "never responding"
    case .changed(let path): "returning another `\(path)`"
    case .response(let index): "getting response \(index + 1) by chance"
    }
  }

  /// Returns the effect of the fault on a call, or nil if the response doesn't change.
  package func fault(of call: DirectedCall) -> CallFault? {
    switch self {
    case .code(let code, let count):
      if call.errors.isOfRequest, let status = Int(code) {
        return .value(.dictionary(["status": .int(status)]))
      }
      if call.errors.isOfRequest, let fault = RouteFault(rawValue: code) {
        var answer = RoutedValue(.nothing)
        // The first half of the body arrives.
        if fault == .truncated, let own = try? RoutedValue(call.value) { answer = own }
        answer.fault = fault
        return .value(answer.value)
      }
      return .error(call.errors.error(code), after: count)
    case .empty: return .empty
    case .null: return .null
    case .changed(let path):
      return call.value.flatMap { Mutation.change($0, at: path) }.map { .value($0) }
    case .ownCodes, .cancelled, .never, .response: return nil
    }
  }

  /// Returns whether this fault caused an error that the body of a test throws.
  package func caused(_ error: any Error) -> Bool {
    switch self {
    case .code(let code, _):
      // A `URLError` has a number instead of a name.
      MockServiceError.code(of: error) == code || "\(error)" == code
        || "\(type(of: error))" == "URLError"
    case .cancelled, .never: error is CancellationError
    case .response: true
    default: false
    }
  }
}

/// Changes one field of a value.
package enum Mutation {
  /// The number of elements of a list that can change, counted from its start.
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

  /// Returns a different string of the same form, so that a date stays a date.
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

extension MockServiceConfiguration {
  /// The error codes of each service's responses, sorted by method name.
  ///
  /// Duplicates and the mocks' own codes are omitted.
  package var errorCodes: [String: [String]] {
    services.mapValues { entry in
      var known: Set<String> = []
      return entry.methods.sorted { $0.key < $1.key }.flatMap(\.value.responses)
        .compactMap { $0.error?.code }
        .filter { MockErrorCode(rawValue: $0) == nil && known.insert($0).inserted }
    }
  }
}
