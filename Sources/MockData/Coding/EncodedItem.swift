/// A part of an encoded value.
///
/// It is either finished or still open in a container.
enum EncodedItem {
  case finished(AnyCodableValue)
  case open(EncodedNode)

  func finish() -> AnyCodableValue {
    switch self {
    case .finished(let value): value
    case .open(let node): node.finish()
    }
  }
}

/// A value that containers write to.
///
/// Several containers of an encoder can share it.
final class EncodedNode {
  /// The elements and members are stored outside of the enum, so that they can grow in place.
  var elements: [EncodedItem] = []
  var members: [String: EncodedItem] = [:]
  var form = Form.empty

  enum Form {
    case empty
    case single(EncodedItem)
    case array
    case object
  }

  /// Returns the value, which is an empty object if nothing was encoded.
  func finish() -> AnyCodableValue {
    switch form {
    case .empty: .dictionary([:])
    case .single(let item): item.finish()
    case .array: .array(elements.map { $0.finish() })
    case .object: .dictionary(members.mapValues { $0.finish() })
    }
  }
}
