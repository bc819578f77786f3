internal import MockData

/// The raw values of an enum, which are all that its data may be.
enum RawShape {
  /// The shape of an enum with raw values; nil for any other type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - decodesTypes: Whether it may be decoded, to see whether it takes other values too.
  /// - Returns: The shape.
  static func of(_ type: any Any.Type, decodesTypes: Bool) -> TypeShape? {
    func opened<Raw: RawRepresentable>(_ type: Raw.Type) -> TypeShape? {
      guard let cases = EnumCases.all(of: type), !cases.isEmpty else { return nil }
      let values = cases.compactMap { data(of: $0.rawValue) }
      guard values.count == cases.count else { return nil }
      guard decodesTypes, let decodable = type as? any Decodable.Type else {
        return .values(values, isOpen: false)
      }
      guard values.allSatisfy({ takes(decodable, $0) }) else { return nil }
      return .values(values, isOpen: strangers(to: values).contains { takes(decodable, $0) })
    }
    return (type as? any RawRepresentable.Type).flatMap { opened($0) }
  }

  /// The data of a raw value; nil for one of a kind that enums rarely have.
  private static func data(of raw: Any) -> AnyCodableValue? {
    switch raw {
    case let text as String: .string(text)
    case let number as any FixedWidthInteger: Int(exactly: number).map { .int($0) }
    case let number as Double: .double(number)
    default: nil
    }
  }

  private static func takes<Known: Decodable>(_ type: Known.Type, _ value: AnyCodableValue) -> Bool
  {
    (try? AnyCodableValueDecoder().decode(type, from: value)) != nil
  }

  /// Values that are no case of an enum with these.
  private static func strangers(to values: [AnyCodableValue]) -> [AnyCodableValue] {
    let numbers = (0...values.count).lazy.map { AnyCodableValue.int($0) }
    return ["no case of any enum", "", .int(101)].filter { !values.contains($0) }
      + (numbers.first { !values.contains($0) }.map { [$0] } ?? [])
  }
}
