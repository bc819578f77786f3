/// A part of an encoded value: finished, or still open in some container's hands.
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

/// A value that containers write into; several containers of one encoder share it.
final class EncodedNode {
  /// Arrays and members stand apart from the enum, so that they grow in place.
  var elements: [EncodedItem] = []
  var members: [String: EncodedItem] = [:]
  var form = Form.empty

  enum Form {
    case empty
    case single(EncodedItem)
    case array
    case object
  }

  /// The value; one that encoded nothing is an empty object.
  func finish() -> AnyCodableValue {
    switch form {
    case .empty: .dictionary([:])
    case .single(let item): item.finish()
    case .array: .array(elements.map { $0.finish() })
    case .object: .dictionary(members.mapValues { $0.finish() })
    }
  }
}
