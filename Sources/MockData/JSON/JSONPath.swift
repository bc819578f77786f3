/// A path inside a JSON value, such as `services.OTP.methods.verify.responses[0].delayMs`.
package struct JSONPath: Sendable, Hashable, CustomStringConvertible {
  package enum Step: Sendable, Hashable {
    case key(String)
    case index(Int)
  }

  package var steps: [Step]

  package init(_ steps: [Step] = []) {
    self.steps = steps
  }

  /// Decoders name indices in a way that distinguishes them from integer keys.
  package init(_ codingPath: [any CodingKey]) {
    steps = codingPath.map(Self.step)
  }

  static func step(_ key: any CodingKey) -> Step {
    guard let index = key.intValue, key.stringValue.hasPrefix("Index ") else {
      return .key(key.stringValue)
    }
    return .index(index)
  }

  package var codingPath: [any CodingKey] {
    steps.map { step in
      switch step {
      case .key(let name): DataKey.name(name)
      case .index(let index): DataKey.index(index)
      }
    }
  }

  package var description: String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let key) where Self.isPlain(key):
        text += text.isEmpty ? key.escaped : "." + key.escaped
      case .key(let key): text += "[\"\(key.escaped)\"]"
      }
    }
  }

  /// Returns whether a key can be written without brackets.
  ///
  /// A key with `$` is an operator of a pattern.
  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty
      && key.unicodeScalars.allSatisfy {
        $0 == "_" || $0 == "$" || $0 == "-" || $0.properties.isAlphabetic
          || $0.properties.numericType != nil
      }
  }
}
