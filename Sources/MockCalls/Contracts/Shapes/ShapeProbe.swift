internal import MockData

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Finds the shapes of types, by decoding them with a decoder that has no data.
///
/// Synthesised code asks for each key once, by its type, and gives up where it is refused. What a type does otherwise is
/// code of its own, of which only as much is said as no value can prove wrong.
///
/// It belongs to one thread.
package final class ShapeProbe {
  /// The shapes of the app's types, by name.
  package private(set) var types: [String: TypeShape] = [:]
  private var names: [ObjectIdentifier: String] = [:]
  /// Whether types may be decoded in order to see what they ask for.
  let decodesTypes: Bool

  /// Creates a probe.
  ///
  /// - Parameter decodesTypes: Whether types may be decoded with samples. Where they may not, a type of the app has no shape,
  ///   apart from enums whose cases have no values.
  package init(decodesTypes: Bool = true) { self.decodesTypes = decodesTypes }

  /// What data a type takes.
  package func shape(of type: any Any.Type) -> TypeShape {
    if let scalar = Self.scalar(type) { return .scalar(scalar) }
    if type == AnyCodableValue.self { return .anything }
    // Decoding samples would end the process.
    if type == URLComponents.self { return .unknown("it takes no text that is no part of a URL") }
    if let container = type as? any ShapedContainer.Type { return container.shape(by: self) }
    if type is any MockValue.Type {
      return .unknown("`\(Self.plainName(of: type))` makes itself of data")
    }
    if let name = names[ObjectIdentifier(type)] { return .type(name) }
    let name = freeName(for: type)
    names[ObjectIdentifier(type)] = name
    // It stands there while the type is looked at, for a type that holds itself.
    types[name] = .unknown("it is being looked at")
    types[name] = found(type)
    return .type(name)
  }

  private func found(_ type: any Any.Type) -> TypeShape {
    func opened<Known: Decodable>(_ type: Known.Type) -> TypeShape {
      decodesTypes
        ? DecodedShape(type, by: self).shape
        : .unknown("it is only looked at for a contract's file")
    }
    if let shape = RawShape.of(type, decodesTypes: decodesTypes) { return shape }
    if let type = type as? any Decodable.Type { return opened(type) }
    return .unknown("it is not Decodable")
  }

  private static func scalar(_ type: any Any.Type) -> TypeShape.Scalar? {
    switch type {
    case is Bool.Type: .bool
    case is String.Type: .string
    case is Double.Type: .number
    case is Float.Type: .float
    case is Int.Type: .int
    case is Int8.Type: .int8
    case is Int16.Type: .int16
    case is Int32.Type: .int32
    case is Int64.Type: .int64
    case is UInt.Type: .uint
    case is UInt8.Type: .uint8
    case is UInt16.Type: .uint16
    case is UInt32.Type: .uint32
    case is UInt64.Type: .uint64
    case is Date.Type: .date
    case is Data.Type: .data
    case is URL.Type: .url
    case is UUID.Type: .uuid
    case is Decimal.Type: .decimal
    default: nil
    }
  }

  // MARK: - Names

  private func freeName(for type: any Any.Type) -> String {
    let name = Self.plainName(of: type)
    guard types[name] != nil else { return name }
    var number = 2
    while types["\(name) \(number)"] != nil { number += 1 }
    return "\(name) \(number)"
  }

  /// The name of a type with those of the types that it is in, without its module.
  static func plainName(of type: any Any.Type) -> String {
    let full = String(reflecting: type)
    // Names of generic types have those of their arguments in them.
    guard !full.contains("<") else { return "\(type)" }
    // What stands within functions or is private in its file has the address of that in its name.
    let parts = full.split(separator: ".").filter { !$0.hasPrefix("(unknown context at ") }
    return parts.count > 1 ? parts.dropFirst().joined(separator: ".") : full
  }
}

/// A type whose shape is that of what is in it.
private protocol ShapedContainer {
  static func shape(by probe: ShapeProbe) -> TypeShape
}

extension Optional: ShapedContainer {
  fileprivate static func shape(by probe: ShapeProbe) -> TypeShape {
    let shape = probe.shape(of: Wrapped.self)
    return shape.mayBeAbsent ? shape : .optional(shape)
  }
}

extension Array: ShapedContainer {
  fileprivate static func shape(by probe: ShapeProbe) -> TypeShape {
    .list(probe.shape(of: Element.self))
  }
}

extension ContiguousArray: ShapedContainer {
  fileprivate static func shape(by probe: ShapeProbe) -> TypeShape {
    .list(probe.shape(of: Element.self))
  }
}

extension Set: ShapedContainer {
  fileprivate static func shape(by probe: ShapeProbe) -> TypeShape {
    .list(probe.shape(of: Element.self))
  }
}

extension Dictionary: ShapedContainer {
  fileprivate static func shape(by probe: ShapeProbe) -> TypeShape {
    if Key.self == String.self { return .map(keys: .string, probe.shape(of: Value.self)) }
    if Key.self == Int.self { return .map(keys: .int, probe.shape(of: Value.self)) }
    return .unknown("a dictionary whose keys are of a type of their own")
  }
}
