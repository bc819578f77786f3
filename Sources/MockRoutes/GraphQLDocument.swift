internal import MockConfiguration
internal import MockData

/// Finds the operations in a GraphQL document, and skips everything else.
struct GraphQLDocument {
  private enum Token: Equatable {
    case name(String)
    case symbol(UInt8)
  }

  private var rest: Substring.UTF8View

  /// Returns the named operations in order.
  static func operations(in text: String) -> [GraphQLOperation] {
    var document = GraphQLDocument(rest: text[...].utf8)
    return document.operations()
  }

  private mutating func operations() -> [GraphQLOperation] {
    var operations: [GraphQLOperation] = []
    // The number of open brackets, and whether the current token starts a definition.
    var (depth, begins) = (0, true)
    var token = next()
    while let current = token {
      token = next()
      switch current {
      case .symbol(let symbol) where "([{".utf8.contains(symbol):
        depth += 1
        begins = false
      case .symbol(let symbol) where ")]}".utf8.contains(symbol):
        depth = max(0, depth - 1)
        begins = depth == 0 && symbol == UInt8(ascii: "}")
      case .name(let word) where begins:
        begins = false
        if let kind = GraphQLOperation.Kind(rawValue: word), case .name(let name)? = token {
          operations.append(GraphQLOperation(kind: kind, name: name))
        }
      default: break
      }
    }
    return operations
  }

  private mutating func next() -> Token? {
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "#"): rest = rest.drop { $0 != 0x0A && $0 != 0x0D }
      case UInt8(ascii: "\""): skipString()
      case _ where byte.isASCIIWord:
        let word = rest.prefix(while: \.isASCIIWord)
        rest = rest[word.endIndex...]
        return .name(String(decoding: word, as: UTF8.self))
      case _ where "([{)]}".utf8.contains(byte):
        rest.removeFirst()
        return .symbol(byte)
      default: rest.removeFirst()
      }
    }
    return nil
  }

  private mutating func skipString() {
    let isBlock = rest.starts(with: "\"\"\"".utf8)
    rest = rest.dropFirst(isBlock ? 3 : 1)
    while let byte = rest.first {
      if byte == UInt8(ascii: "\\") {
        rest = rest.dropFirst(2)
      } else if isBlock ? rest.starts(with: "\"\"\"".utf8) : byte == UInt8(ascii: "\"") {
        rest = rest.dropFirst(isBlock ? 3 : 1)
        return
      } else {
        rest.removeFirst()
      }
    }
  }
}
