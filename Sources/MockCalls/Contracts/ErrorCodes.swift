internal import MockConfiguration
internal import MockData

/// The codes that an app's own error type accepts.
package struct ErrorCodes: Sendable, Equatable {
  package var type: String
  /// The codes, in the order of the enum's cases.
  package var codes: [String]

  private enum Key: String, ConfigurationKey {
    case type, codes
  }

  init(reading node: ConfigurationNode) throws {
    let members = try ObjectReader<Key>(node)
    type = try members.required(.type).string()
    codes = try members.required(.codes).list { try $0.string() }
  }

  var value: AnyCodableValue {
    ["type": .string(type), "codes": .array(codes.map { .string($0) })]
  }

  /// Creates the codes of an error enum with string raw values.
  ///
  /// Returns `nil` for any other error type.
  init?(of type: any MockErrorConvertible.Type) {
    func opened<Raw: RawRepresentable>(_ type: Raw.Type) -> [String]? {
      let codes = EnumCases.all(of: type)?.compactMap { $0.rawValue as? String }
      return codes?.isEmpty == false ? codes : nil
    }
    func knows(_ code: String) -> Bool { type.init(code: code, message: "", details: nil) != nil }
    guard let raw = type as? any RawRepresentable.Type, let codes = opened(raw),
      codes.allSatisfy(knows), !knows("no code of any error")
    else { return nil }
    (self.type, self.codes) = ("\(type)", codes)
  }

  /// Returns a list of the known codes for the end of a message, including the code most similar to an unknown one.
  func known(nearestTo code: String) -> String {
    let list = ": " + codes.map { "`\($0.escaped)`" }.joined(separator: ", ")
    let nearest = NearestName.nearest(to: code, candidates: codes)
    return list + (nearest.map { "; did you mean `\($0.escaped)`?" } ?? "")
  }
}

/// The message about a code that the app's own error doesn't accept.
enum UnknownCode {
  static func text(
    _ code: String, of method: String, error type: String, known: String
  ) -> String {
    "`\(method)` fails with the code `\(code.escaped)`, which `\(type)` doesn't have;"
      + " use one of its codes\(known)"
  }
}
