internal import MockData

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Checks values of the kinds that have their own Foundation types.
enum FoundationScalar {
  /// Decodes a value as the Foundation type of its kind.
  ///
  /// - Throws: `DecodingError` if the value doesn't fit the type.
  static func check(_ scalar: TypeShape.Scalar, _ value: AnyCodableValue) throws {
    let decoder = AnyCodableValueDecoder()
    switch scalar {
    case .date: _ = try decoder.decode(Date.self, from: value)
    case .data: _ = try decoder.decode(Data.self, from: value)
    case .url: _ = try decoder.decode(URL.self, from: value)
    case .uuid: _ = try decoder.decode(UUID.self, from: value)
    case .decimal: _ = try decoder.decode(Decimal.self, from: value)
    default: break
    }
  }
}
