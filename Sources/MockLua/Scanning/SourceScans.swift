internal import LuaRuntime
internal import MockData

/// The table constructors in a script and its modules, which are scanned on first use.
final class SourceScans {
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

  init(_ sources: [String: String]) { self.sources = sources }

  /// Returns errors for duplicate keys and for values that are nil.
  ///
  /// Lua silently loses them.
  func diagnostics(script: String) -> [MockDiagnostic] {
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
        "key `\(key.escaped)` is given twice in one table (first on line \(firstLine)); keep one"
    case .isNil(let key):
      if case .service(let service) = scan.constructors[loss.constructor].head {
        return Self.vanishedMethod(key, of: service)
      }
      return "key `\(key.escaped)` is nil, so Lua drops it; write `null`, or leave it out"
    case .isNilElement:
      return "a nil in a list ends it or leaves a hole; remove it, or write `null` in data"
    }
  }

  static func vanishedMethod(_ method: String, of service: String) -> String {
    "method `\(service.escaped).\(method.escaped)` is nil, so Lua drops it; write `reply()` or a response"
  }

  /// Returns the methods in the source of the table with which a service is called at a place.
  ///
  /// Methods with a literal `nil` are omitted. If there is no such table, returns nil.
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

  /// Returns the place of a key in the table on a line.
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
