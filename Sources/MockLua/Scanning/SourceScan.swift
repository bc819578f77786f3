/// The table constructors in a source, with the fields that Lua silently loses.
struct SourceScan {
  /// A field that Lua loses.
  struct Loss {
    enum Kind {
      /// A duplicate key.
      ///
      /// Lua keeps only the last one.
      case repeated(key: String, firstLine: Int)
      case isNil(key: String)
      case isNilElement
    }

    /// The index of the constructor in the scan.
    var constructor: Int
    var line: Int
    var kind: Kind
  }

  /// The constructors, in the order in which they open.
  var constructors: [TableConstructor] = []
  /// The keys of all constructors, in source order.
  ///
  /// Giving each constructor its own array would cost more than reading the source.
  var keys: [TableConstructor.Key] = []
  /// The lost fields, in source order.
  var losses: [Loss] = []
  let source: String

  init(source: String) { self.source = source }

  func name(of key: TableConstructor.Key) -> String {
    let start = source.utf8.index(source.utf8.startIndex, offsetBy: Int(key.start))
    let written = source[start..<source.utf8.index(start, offsetBy: Int(key.count))]
    return (key.isEscaped ? LuaEscapes.text(of: written.utf8) : nil) ?? String(written)
  }

  /// Returns whether a key has a given name.
  func isNamed(_ key: TableConstructor.Key, _ name: some Collection<UInt8>) -> Bool {
    if key.isEscaped { return self.name(of: key).utf8.elementsEqual(name) }
    guard Int(key.count) == name.count else { return false }
    let start = source.utf8.index(source.utf8.startIndex, offsetBy: Int(key.start))
    return source.utf8[start...].starts(with: name)
  }

  /// Returns the keys of a constructor, in reverse order.
  func keysFromLast(of constructor: TableConstructor) -> some Sequence<TableConstructor.Key> {
    sequence(state: constructor.lastKey) { index -> TableConstructor.Key? in
      guard index >= 0 else { return nil }
      let key = keys[Int(index)]
      index = key.previous
      return key
    }
  }
}
