internal import LuaRuntime

/// The table constructors of a script and its modules, scanned when they are first asked for.
final class SourceScans {
  private let sources: [String: String]
  /// By file, then by service: the constructors that hold methods.
  private lazy var methods: [String: [String: [TableConstructor]]] = constructors.mapValues {
    var services: [String: [TableConstructor]] = [:]
    for constructor in $0 {
      if case .service(let name) = constructor.head {
        services[name, default: []].append(constructor)
      }
    }
    return services
  }
  private lazy var constructors: [String: [TableConstructor]] = sources.reduce(into: [:]) {
    result, source in
    result[source.key] = ConstructorScan.constructors(in: source.value).map { constructor in
      var constructor = constructor
      constructor.file = source.key
      return constructor
    }
  }

  init(_ sources: [String: String]) { self.sources = sources }

  /// Keys given twice, and values that are nil: Lua loses both without a word.
  func mistakes(script: String) -> [Mistake] {
    var mistakes: [Mistake] = []
    for (file, constructors) in constructors.sorted(by: { $0.key < $1.key }) {
      for constructor in constructors {
        mistakes += lostKeys(of: constructor, in: file, script: script)
      }
    }
    return mistakes
  }

  private func lostKeys(of constructor: TableConstructor, in file: String, script: String)
    -> [Mistake]
  {
    var mistakes: [Mistake] = []
    var first = FirstLines()
    for key in constructor.keys {
      if let line = first.line(of: key) {
        let text = "key `\(key.name)` is given twice in one table (first on line \(line)); keep one"
        mistakes.append(Mistake(text, at: constructor.place(of: key), script: script))
      } else if key.isLiteralNil {
        let text = vanished(key, of: constructor)
        mistakes.append(Mistake(text, at: constructor.place(of: key), script: script))
      }
    }
    for line in constructor.literalNils {
      let place = LuaPlace(file: file, line: line)
      mistakes.append(
        Mistake(
          "a nil in a list ends it or leaves a hole; remove it, or write `null` in data",
          at: place, script: script))
    }
    return mistakes
  }

  private func vanished(_ key: TableConstructor.Key, of constructor: TableConstructor) -> String {
    guard case .service(let service) = constructor.head else {
      return "key `\(key.name)` is nil and vanishes; write `null`, or leave it out"
    }
    return Self.vanishedMethod(key.name, of: service)
  }

  static func vanishedMethod(_ method: String, of service: String) -> String {
    "method `\(service).\(method)` is nil and vanishes; write `reply()` or a response"
  }

  /// The constructor that a service is called with on a line.
  func methods(of service: String, from place: LuaPlace?) -> TableConstructor? {
    guard let place else { return nil }
    return methods[place.file]?[service]?.first { $0.isGiven(at: place.line) }
  }

  /// Where a key stands in the constructor that is given on a line; else the line itself.
  func place(of key: String, from place: LuaPlace?) -> LuaPlace? {
    guard let place, let constructors = constructors[place.file] else { return place }
    for constructor in constructors where constructor.isGiven(at: place.line) {
      if let found = constructor.keys.last(where: { $0.name == key }) {
        return constructor.place(of: found)
      }
    }
    return place
  }

  func place(of key: String, in value: ScriptRecord.Value) -> LuaPlace? {
    place(of: key, from: value.place)
  }
}

/// The line where each key stood first; a small table is searched faster than it is hashed.
private struct FirstLines {
  private var few: [TableConstructor.Key] = []
  private var many: [String: Int] = [:]

  /// The line of an earlier key of the same name; else notes this one.
  mutating func line(of key: TableConstructor.Key) -> Int? {
    if let line = few.first(where: { $0.name == key.name })?.line ?? many[key.name] { return line }
    if few.count < 8 { few.append(key) } else { many[key.name] = key.line }
    return nil
  }
}
