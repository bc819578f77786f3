internal import LuaRuntime
package import MockData

/// The table constructors in source code, with the fields that Lua silently loses.
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
    var constructor: Int
    var line: Int
    var kind: Kind
  }

  /// The constructors, in the order in which they open.
  var constructors: [TableConstructor] = []
  /// The keys of all constructors, in source order.
  ///
  /// A separate array for each constructor would cost more time than reading the source.
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

  func isNamed(_ key: TableConstructor.Key, _ name: some Collection<UInt8>) -> Bool {
    if key.isEscaped { return self.name(of: key).utf8.elementsEqual(name) }
    guard Int(key.count) == name.count else { return false }
    let start = source.utf8.index(source.utf8.startIndex, offsetBy: Int(key.start))
    return source.utf8[start...].starts(with: name)
  }

  func keysFromLast(of constructor: TableConstructor) -> some Sequence<TableConstructor.Key> {
    sequence(state: constructor.lastKey) { index -> TableConstructor.Key? in
      guard index >= 0 else { return nil }
      let key = keys[Int(index)]
      index = key.previous
      return key
    }
  }
}

/// The table constructors in a script and its modules, which are scanned on first use.
package final class SourceScans {
  private let sources: [String: String]
  private lazy var scans: [String: SourceScan] = sources.mapValues(ConstructorScan.scan)
  /// The constructors that contain methods, by file and then by service.
  private lazy var methods: [String: [String: [TableConstructor]]] = scans.mapValues {
    var services: [String: [TableConstructor]] = [:]
    for constructor in $0.constructors {
      if case .service(let name) = constructor.head {
        services[name, default: []].append(constructor)
      }
    }
    return services
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
      if case .service(let service) = scan.constructors[loss.constructor].head {
        return Self.vanishedMethod(key, of: service)
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
    return scan.keysFromLast(of: constructor).reversed().filter { !$0.isLiteralNil }.map {
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
      if let found = scan.keysFromLast(of: constructor).first(where: { scan.isNamed($0, name) }) {
        return ScriptLocation(file: place.file, line: Int(found.line))
      }
    }
    return place
  }

  func place(of key: String, in value: ScriptRecord.Value) -> ScriptLocation? {
    place(of: key, from: value.place)
  }
}
