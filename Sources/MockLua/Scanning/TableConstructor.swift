/// A table constructor of the source: `{ ... }`.
struct TableConstructor {
  /// A named field.
  struct Key {
    /// Where its name stands in the source, in bytes.
    var start: Int32
    var count: Int32
    var line: Int32
    /// The key before it in the same constructor, counted in the scan's keys; negative for none.
    var previous: Int32
    /// Whether `nil` itself is the value.
    var isLiteralNil = false
  }

  /// What the constructor is given to, where that is a word of the language.
  enum Head: Equatable {
    case service(String)
    case other
  }

  var line: Int
  var head = Head.other
  /// The line of the word that the constructor is given to, where that is one of the language.
  var headLine: Int?
  /// The last of its keys, counted in the scan's keys; negative for none.
  var lastKey: Int32 = -1

  /// Whether a call from a line is given this constructor.
  ///
  /// A chain of several lines reports its first line before Lua 5.4.7, and the line of the
  /// constructor since.
  func isGiven(at line: Int) -> Bool { self.line == line || headLine == line }
}

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
    return String(source[start..<source.utf8.index(start, offsetBy: Int(key.count))])
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
