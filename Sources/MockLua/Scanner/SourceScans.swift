internal import LuaRuntime
internal import MockConfiguration
package import MockData

/// A table constructor in source code, such as `{ ... }`.
struct TableConstructor {
  struct Key {
    /// The range of the name in the source, in bytes.
    let range: Range<Int>
    let line: Int32
    let isLiteralNil: Bool
  }

  typealias Service = (name: String, line: Int)

  let line: Int
  /// The service whose methods the table contains, and the line of the word that declares it; nil for any other table.
  let service: Service?
  /// The positions of the keys in the list of all keys.
  let keys: Range<Int>

  /// Returns whether this constructor is an argument of a call that Lua reports at a line.
  ///
  /// Before Lua 5.4.7, a chain that spans several lines was reported at its first line. Since then, it is reported at
  /// the line of the constructor.
  func isGiven(at line: Int?) -> Bool { self.line == line || service?.line == line }
}

/// The table constructors in source code, with the fields that Lua silently loses.
///
/// If the source doesn't compile or is nested too deeply, only what comes before the first problem is found.
struct SourceScan {
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
    let constructor: Int
    let kind: Kind
    /// The first token of the field.
    fileprivate let token: LuaTree.Token

    var line: Int { Int(token.line) }
  }

  /// The constructors, in the order in which they open.
  private(set) var constructors: [TableConstructor] = []
  /// The keys of all constructors.
  ///
  /// A separate array for each constructor would cost more time than reading the source.
  private(set) var keys: [TableConstructor.Key] = []
  /// The lost fields, in source order.
  private(set) var losses: [Loss] = []
  private let bytes: [UInt8]

  /// The number of keys up to which a linear search is faster than hashing.
  private static let smallTable = 8
  /// The maximum depth of nesting, which the stack of a thread limits.
  static let depthLimit = 100

  init(_ source: String) {
    bytes = Array(source.utf8)
    // Positions have 32 bits. Lua's memory limit rejects a larger source anyway.
    guard bytes.count <= Int32.max else { return }
    let tree = bytes.withUnsafeBufferPointer { LuaTree($0, depthLimit: Self.depthLimit) }
    var services: [Int32: TableConstructor.Service] = [:]
    var rest = tree.roots.reversed().compactMap(\.node)
    while let index = rest.popLast() {
      let node = tree.nodes[Int(index)]
      if node.kind == .table { add(node, services[index], in: tree) }
      if node.kind == .chain, let (table, service) = declaration(node, in: tree) {
        services[table] = service
      }
      for part in node.parts.reversed() {
        if let inner = tree.parts[Int(part)].node { rest.append(inner) }
      }
    }
    losses.sort { $0.token.start < $1.token.start }
  }

  private mutating func add(
    _ table: LuaTree.Node, _ service: TableConstructor.Service?, in tree: LuaTree
  ) {
    let start = keys.count
    var firstLines: [String: Int32] = [:]
    func lose(_ kind: Loss.Kind, _ token: LuaTree.Token) {
      losses.append(Loss(constructor: constructors.count, kind: kind, token: token))
    }
    for part in table.parts {
      guard let field = tree.node(tree.parts[Int(part)]), field.kind == .field,
        let value = tree.node(tree.parts[Int(field.parts.upperBound) - 1])
      else { continue }
      let isNil = tree.literal(value)?.kind == .nil
      guard field.parts.count > 1 else {
        if isNil { lose(.isNilElement, tree.firstToken(of: value)) }
        continue
      }
      guard let token = key(tree.parts[Int(field.parts.lowerBound)], in: tree) else { continue }
      let key = TableConstructor.Key(
        range: range(of: token), line: token.line, isLiteralNil: isNil)
      if let line = firstLine(of: key, since: start, &firstLines) {
        lose(.repeated(key: name(of: key), firstLine: Int(line)), token)
      } else if isNil {
        lose(.isNil(key: name(of: key)), token)
      }
      keys.append(key)
    }
    constructors.append(
      TableConstructor(
        line: Int(tree.firstToken(of: table).line), service: service, keys: start..<keys.count))
  }

  /// Returns the token with the name of a key, or nil for a key that isn't a literal string.
  private func key(_ part: LuaTree.Part, in tree: LuaTree) -> LuaTree.Token? {
    switch part {
    case .token(let index): return tree.tokens[Int(index)]
    case .node(let index):
      // The expression is between two brackets.
      let expression = tree.parts(of: tree.nodes[Int(index)]).dropFirst().first
      let literal = tree.node(expression).flatMap { tree.literal($0) }
      return literal?.kind == .text ? literal : nil
    }
  }

  /// Returns the line of the first key with the same name in the table whose keys begin at an index.
  private func firstLine(
    of key: TableConstructor.Key, since start: Int, _ lines: inout [String: Int32]
  ) -> Int32? {
    if keys.count - start < Self.smallTable {
      let name = contents(of: key.range)
      return keys[start...].first { isNamed($0, name) }?.line
    }
    if lines.isEmpty {
      for known in keys[start...].reversed() { lines[name(of: known)] = known.line }
    }
    let name = name(of: key)
    if let line = lines[name] { return line }
    lines[name] = key.line
    return nil
  }

  // MARK: - Services

  /// Returns the table of methods in a chain such as `service "Name" :bind "key" { ... }`, with its service.
  private func declaration(
    _ chain: LuaTree.Node, in tree: LuaTree
  ) -> (table: Int32, service: TableConstructor.Service)? {
    let parts = tree.parts(of: chain)
    guard case .token(let first)? = parts.first else { return nil }
    let token = tree.tokens[Int(first)]
    let word = text(token)
    guard ["service", "http", "openapi", "graphql"].contains(word) else { return nil }
    // Without a name, `http` declares the routes of all hosts.
    var name = word == "http" ? "//*" : nil
    var isNamed = false
    for part in parts.dropFirst() {
      guard let suffix = tree.node(part), suffix.kind != .method else { continue }
      guard suffix.kind == .call else { return nil }
      if case .node(let index)? = tree.parts(of: suffix).first,
        tree.nodes[Int(index)].kind == .table
      {
        return name.map { (index, ($0, Int(token.line))) }
      }
      guard !isNamed, let argument = firstString(of: suffix, in: tree) else { return nil }
      isNamed = true
      name = word == "http" ? (try? HTTPHost(argument))?.service ?? argument : argument
    }
    return nil
  }

  private func firstString(of call: LuaTree.Node, in tree: LuaTree) -> String? {
    var token = tree.firstToken(of: call)
    let parts = tree.parts(of: call)
    if parts.count == 3, let list = tree.node(parts[parts.startIndex + 1]),
      let first = tree.node(tree.parts(of: list).first)
    {
      token = tree.literal(first) ?? token
    }
    return token.kind == .text ? text(token) : nil
  }

  // MARK: - Names

  func name(of key: TableConstructor.Key) -> String {
    String(decoding: contents(of: key.range), as: UTF8.self)
  }

  func isNamed(_ key: TableConstructor.Key, _ name: some Collection<UInt8>) -> Bool {
    // Escapes only make a name longer.
    key.range.count >= name.count && contents(of: key.range).elementsEqual(name)
  }

  private func text(_ token: LuaTree.Token) -> String {
    String(decoding: contents(of: range(of: token)), as: UTF8.self)
  }

  /// Returns the range of a token, without the quotation marks or brackets of a string.
  private func range(of token: LuaTree.Token) -> Range<Int> {
    let range = Int(token.start)..<Int(token.end)
    guard token.kind == .text else { return range }
    let isLong = bytes[range.lowerBound] == UInt8(ascii: "[")
    let level = bytes[range].dropFirst().prefix { $0 == UInt8(ascii: "=") }.count
    let start = range.lowerBound + (isLong ? level + 2 : 1)
    return start..<max(start, range.upperBound - (isLong ? level + 2 : 1))
  }

  /// Returns the bytes of a name or a string, whose escapes are resolved.
  private func contents(of range: Range<Int>) -> ArraySlice<UInt8> {
    let quote = range.lowerBound > 0 ? bytes[range.lowerBound - 1] : 0
    // In long brackets, a backslash isn't an escape.
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      bytes[range].contains(UInt8(ascii: "\\")), let text = LuaEscapes.text(of: bytes[range])
    else { return bytes[range] }
    return Array(text.utf8)[...]
  }
}

/// The table constructors in a script and its modules, which are scanned on first use.
package final class SourceScans {
  private let sources: [String: String]
  private lazy var scans: [String: SourceScan] = sources.mapValues(SourceScan.init)
  /// The constructors that contain methods, by file and then by service.
  private lazy var methods = scans.mapValues { scan in
    Dictionary(grouping: scan.constructors) { $0.service?.name }
  }

  package init(_ sources: [String: String]) { self.sources = sources }

  /// Returns errors for duplicate keys and for values that are nil.
  ///
  /// Lua drops them without an error.
  package func diagnostics(script: String) -> [MockDiagnostic] {
    scans.sorted(by: { $0.key < $1.key }).flatMap { file, scan in
      scan.losses.map { loss in
        MockDiagnostic(
          error: text(of: loss, in: scan), at: ScriptLocation(file: file, line: loss.line),
          script: script)
      }
    }
  }

  private func text(of loss: SourceScan.Loss, in scan: SourceScan) -> String {
    switch loss.kind {
    case .repeated(let key, let firstLine):
      return
        "key `\(key.escaped)` appears twice in one table (first on line \(firstLine)); keep one"
    case .isNil(let key):
      if let service = scan.constructors[loss.constructor].service {
        return Self.vanishedMethod(key, of: service.name)
      }
      return "key `\(key.escaped)` is nil, so Lua drops it; write `null` in data, or remove it"
    case .isNilElement:
      return "a nil ends a list or leaves a hole in it; remove the nil, or write `null` in data"
    }
  }

  static func vanishedMethod(_ method: String, of service: String) -> String {
    "method `\(service.escaped).\(method.escaped)` is nil, so Lua drops it; write `reply()` or a response"
  }

  /// Finds the table of methods that a service is called with at a location, and returns the methods in source order.
  ///
  /// Methods with a literal `nil` are omitted. If no table is found, returns nil.
  func methods(of service: String, from place: ScriptLocation?) -> [(
    name: String, place: ScriptLocation
  )]? {
    guard let place, let scan = scans[place.file],
      let constructor = methods[place.file]?[service]?.first(where: { $0.isGiven(at: place.line) })
    else { return nil }
    return scan.keys[constructor.keys].filter { !$0.isLiteralNil }.map {
      (scan.name(of: $0), ScriptLocation(file: place.file, line: Int($0.line)))
    }
  }

  /// Returns the location of a key in the table on a line.
  ///
  /// If the key isn't found, returns the line itself.
  func place(of key: String, from place: ScriptLocation?) -> ScriptLocation? {
    guard let place, let scan = scans[place.file] else { return place }
    let name = Array(key.utf8)
    for constructor in scan.constructors where constructor.isGiven(at: place.line) {
      for key in constructor.keys.reversed() where scan.isNamed(scan.keys[key], name) {
        return ScriptLocation(file: place.file, line: Int(scan.keys[key].line))
      }
    }
    return place
  }

  func place(of key: String, in value: ScriptRecord.Value) -> ScriptLocation? {
    place(of: key, from: value.place)
  }
}
