/// The table constructors of one source, with what Lua loses of them without a word.
struct SourceScan {
  /// A field that does not come to be.
  struct Loss {
    enum Kind {
      /// A key that is given again; Lua keeps the last.
      case repeated(key: String, firstLine: Int)
      case isNil(key: String)
      case isNilElement
    }

    /// Counted in the scan's constructors.
    var constructor: Int
    var line: Int
    var kind: Kind
  }

  /// In the order in which they open.
  var constructors: [TableConstructor] = []
  /// Those of all constructors, in the source's order: memory of its own for each would cost more than
  /// reading the source does.
  var keys: [TableConstructor.Key] = []
  /// In the source's order.
  var losses: [Loss] = []
  let source: String

  init(source: String) { self.source = source }

  func name(of key: TableConstructor.Key) -> String {
    let start = source.utf8.index(source.utf8.startIndex, offsetBy: Int(key.start))
    let written = source[start..<source.utf8.index(start, offsetBy: Int(key.count))]
    return (key.isEscaped ? LuaEscapes.text(of: written.utf8) : nil) ?? String(written)
  }

  /// Whether a key has a name.
  func isNamed(_ key: TableConstructor.Key, _ name: some Collection<UInt8>) -> Bool {
    if key.isEscaped { return self.name(of: key).utf8.elementsEqual(name) }
    guard Int(key.count) == name.count else { return false }
    let start = source.utf8.index(source.utf8.startIndex, offsetBy: Int(key.start))
    return source.utf8[start...].starts(with: name)
  }

  /// The keys of a constructor, the last one first.
  func keysFromLast(of constructor: TableConstructor) -> some Sequence<TableConstructor.Key> {
    sequence(state: constructor.lastKey) { index -> TableConstructor.Key? in
      guard index >= 0 else { return nil }
      let key = keys[Int(index)]
      index = key.previous
      return key
    }
  }
}
