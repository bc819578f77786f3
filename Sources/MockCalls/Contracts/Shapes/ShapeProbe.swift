internal import MockData

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Finds the shapes of types by decoding them with a decoder that has no data.
///
/// Synthesized code requests each key once, with its type, and stops if a request fails. Any other behavior comes from
/// custom code. For a type with custom code, the probe reports only facts that are true for every value.
///
/// Use each probe on one thread only.
package final class ShapeProbe {
  /// The shapes of the app's types, by name.
  package private(set) var types: [String: TypeShape] = [:]
  private var names: [ObjectIdentifier: String] = [:]
  /// Whether types may be decoded to find out what they request.
  let decodesTypes: Bool

  /// If `decodesTypes` is false, the only types of the app that get a known shape are enums without associated values.
  package init(decodesTypes: Bool = true) { self.decodesTypes = decodesTypes }

  package func shape(of type: any Any.Type) -> TypeShape {
    if let scalar = TypeShape.Scalar(type) { return .scalar(scalar) }
    if type == AnyCodableValue.self { return .anything }
    // Decoding `URLComponents` from samples would crash the process.
    if type == URLComponents.self {
      return .unknown("it accepts only text that can be part of a URL")
    }
    if let container = type as? any ShapedContainer.Type { return container.shape(by: self) }
    if type is any MockValue.Type, !(type is any Decodable.Type) {
      return .unknown("`\(Self.plainName(of: type))` converts its data itself")
    }
    if let name = names[ObjectIdentifier(type)] { return .type(name) }
    let name = freeName(for: type)
    names[ObjectIdentifier(type)] = name
    // A placeholder while the type is decoded, because the type may contain itself.
    types[name] = .unknown("it is being examined")
    types[name] = found(type)
    return .type(name)
  }

  private func found(_ type: any Any.Type) -> TypeShape {
    func opened<Known: Decodable>(_ type: Known.Type) -> TypeShape {
      decodesTypes
        ? DecodedShape(type, by: self).shape
        : .unknown("it is only examined for a contract's file")
    }
    if let shape = RawShape.of(type, decodesTypes: decodesTypes) { return shape }
    if let type = type as? any Decodable.Type { return opened(type) }
    return .unknown("it is not Decodable")
  }

  // MARK: - Names

  private func freeName(for type: any Any.Type) -> String {
    let name = Self.plainName(of: type)
    guard types[name] != nil else { return name }
    var number = 2
    while types["\(name) \(number)"] != nil { number += 1 }
    return "\(name) \(number)"
  }

  /// Returns the name of a type, including its enclosing types but not its module.
  static func plainName(of type: any Any.Type) -> String {
    let full = String(reflecting: type)
    // The name of a generic type includes the names of its arguments.
    guard !full.contains("<") else { return "\(type)" }
    // The name of a local or file-private type includes the address of its context.
    let parts = full.split(separator: ".").filter { !$0.hasPrefix("(unknown context at ") }
    return parts.count > 1 ? parts.dropFirst().joined(separator: ".") : full
  }
}

/// A type whose shape depends on the types of its contents.
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
    return .unknown("a dictionary whose keys have a custom type")
  }
}

/// Finds the encoded shapes of arguments from the types of their parameters.
enum ArgumentShape {
  /// Returns the shape of a type's encoded data, if it is certainly the same as the shape that the type decodes.
  static func of(_ type: any Any.Type, by probe: ShapeProbe) -> TypeShape {
    guard type is any Encodable.Type, let decodable = type as? any Decodable.Type
    else { return .unknown("it is not Codable") }
    let shape = probe.shape(of: type)
    guard !shape.isBuiltIn else { return shape }
    guard probe.decodesTypes || shape.isListed(in: probe.types) else {
      return .unknown("it is only examined for a contract's file")
    }
    func agrees<Known: Decodable>(_ type: Known.Type) -> Bool {
      (0..<4).allSatisfy { variant in
        let samples = Samples(variant: variant, isPresent: variant % 2 == 0)
        guard let value = try? samples.sample(type),
          let encodable = value as? any Encodable,
          let data = try? AnyCodableValueEncoder().encode(encodable)
        else { return false }
        return ShapeCheck.problems(of: data, shape, types: probe.types).isEmpty
      }
    }
    return agrees(decodable) ? shape : .unknown("it encodes a different form than it decodes")
  }
}

extension TypeShape {
  /// Whether the shape contains only types of the standard library and Foundation, and none of the app's.
  fileprivate var isBuiltIn: Bool {
    switch self {
    case .scalar, .anything, .unknown: true
    case .optional(let shape), .list(let shape), .map(_, let shape): shape.isBuiltIn
    default: false
    }
  }

  /// Returns whether all of the app's types in the shape are enums whose cases are known.
  fileprivate func isListed(in types: [String: TypeShape]) -> Bool {
    switch self {
    case .scalar, .anything, .unknown, .values: true
    case .optional(let shape), .list(let shape), .map(_, let shape): shape.isListed(in: types)
    case .type(let name): if case .values? = types[name] { true } else { false }
    default: false
    }
  }
}
