internal import MockData

/// Finds the raw values of an enum, which are its only valid data.
enum RawShape {
  /// Returns the shape of an enum with raw values, or `nil` for any other type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - decodesTypes: Whether to decode the type to find out whether it accepts other values.
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

  /// Returns the data of a raw value, or `nil` if enums rarely have raw values of that type.
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

  /// Returns values that aren't among the given raw values.
  private static func strangers(to values: [AnyCodableValue]) -> [AnyCodableValue] {
    let numbers = (0...values.count).lazy.map { AnyCodableValue.int($0) }
    return ["no case of any enum", "", .int(101)].filter { !values.contains($0) }
      + (numbers.first { !values.contains($0) }.map { [$0] } ?? [])
  }
}
