package import MockData

extension AnyCodableValue {
  /// The value as compact JSON.
  package var text: String { (try? JSONWriter(style: .compact).string(from: self)) ?? "?" }
}
