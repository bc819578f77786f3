internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockLua

/// Generates LuaCATS definitions of an app's mocks for editors.
///
/// Each service has three classes: for the handle that `service "Name"` returns, for the table of its methods, and for
/// calls from other services. Each of the app's types has two definitions. `mocklua.type.` describes the type as
/// scripts read it. `mocklua.result.` describes it as functions may return it. The second definition is lenient, so
/// that a language server reports only certain errors: any number is accepted as an integer, and any string as an enum
/// case.
struct ContractDefinitions {
  private let document: ContractDocument

  init(_ document: ContractDocument) { self.document = document }

  /// All definitions, except the overloads of `service` and `override`.
  var parts: [String] {
    types + services.flatMap { definitions(of: $0.key, $0.value) } + [callers]
  }

  private var services: [(key: String, value: _MockContract)] {
    document.services.sortedByKeyBytes()
  }

  var serviceOverloads: [String] {
    services.map { name, _ in
      "---@overload fun(name: \(Self.quoted(name))): \(Self.path(name))"
    }
  }

  var overrideOverloads: [String] {
    services.map { name, _ in
      "---@overload fun(name: \(Self.quoted(name))): fun(methods: \(Self.path(name)).Methods)"
    }
  }

  // MARK: - Services

  private func definitions(of service: String, _ contract: _MockContract) -> [String] {
    let path = Self.path(service)
    var keys: [String: [_MockContract.Method]] = [:]
    for method in contract.methods { keys[method.key, default: []].append(method) }
    let methods = keys.sortedByKeyBytes()
    var parts: [String] = []
    for (key, overloads) in methods {
      let name = "\(path).\(Self.word(key))"
      parts.append(arguments(of: overloads, "\(name).Arguments"))
      parts.append(
        "---@alias \(name).Function fun(args: \(name).Arguments, call: mocklua.Call): \(result(of: overloads))"
      )
    }
    let fields = methods.map { key, overloads in
      "---\(signature(overloads[0]))\n---@field \(Self.field(key))? \(Self.behavior("\(path).\(Self.word(key)).Function"))"
    }
    // A property can have responses like a method.
    let known = Set(keys.keys)
    let properties = contract.properties.filter { !known.contains($0.name) }.sorted {
      $0.name.precedesInBytes($1.name)
    }.map { "---@field \(Self.field($0.name))? mocklua.Behavior" }
    parts.append((["---@class \(path).Methods"] + fields + properties).joined(separator: "\n"))
    parts.append(
      "---@class \(path): mocklua.Service\n---@overload fun(methods: \(path).Methods): \(path)\n"
        + methods.map { key, _ in
          "---@field \(Self.field(key)) \(Self.behavior("\(path).\(Self.word(key)).Function"))"
        }.joined(separator: "\n"))
    return parts
  }

  private func signature(_ method: _MockContract.Method) -> String {
    let parameters = method.parameters.map { "\($0.label): \($0.type)" }.joined(separator: ", ")
    let effects = (method.isAsync ? " async" : "") + (method.canThrow ? " throws" : "")
    let result = method.result.map { " -> \($0)" } ?? ""
    return "`\(method.key.prefix { $0 != "(" })(\(parameters))\(effects)\(result)`".onOneLine
  }

  private static func behavior(_ function: String) -> String {
    "mocklua.Response | mocklua.Rule | mocklua.Method | (mocklua.Response | mocklua.Rule | \(function))[] | \(function)"
  }

  /// Returns the type that a function for a method may return: a value, a response, or nothing.
  private func result(of overloads: [_MockContract.Method]) -> String {
    let types = Set(
      overloads.map { method in
        // If the method returns a stream or nothing, its function doesn't return a value of the result type.
        method.isStream ? "any" : method.shape.map { value($0, isResult: true) } ?? "any"
      })
    guard types.count == 1, let type = types.first, type != "any" else { return "...any" }
    return "\(type) | mocklua.Response | nil"
  }

  private func arguments(of overloads: [_MockContract.Method], _ name: String) -> String {
    var fields: [String: (type: String, count: Int)] = [:]
    for parameter in overloads.flatMap(\.parameters) {
      let type = parameter.shape.map { argument($0) } ?? "any"
      let known = fields[parameter.label]
      fields[parameter.label] = (
        known == nil || known?.type == type ? type : "any", (known?.count ?? 0) + 1
      )
    }
    let lines = fields.sortedByKeyBytes().map { label, field in
      "---@field \(Self.field(label))\(field.count < overloads.count ? "?" : "") \(field.type)"
    }
    return (["---@class \(name)"] + lines).joined(separator: "\n")
  }

  /// The definition of `services`, with each method as other services call it.
  private var callers: String {
    let classes = services.map { service, contract in
      let path = Self.path(service)
      var seen: Set<String> = []
      let methods = contract.methods.filter { seen.insert($0.key).inserted }.sorted {
        $0.key.precedesInBytes($1.key)
      }.map { method in
        let result = method.isStream ? "any" : method.shape.map { value($0) } ?? "any"
        // The class of the arguments isn't used here, because callers may omit optional arguments.
        return "---@field \(Self.field(method.key)) fun(args?: table): \(result)"
      }
      return (["---@class \(path).Calls"] + methods).joined(separator: "\n")
    }
    let fields = services.map { name, _ in "---@field \(Self.field(name)) \(Self.path(name)).Calls"
    }
    return
      (classes
      + [
        (["---@class mocklua.Services"] + fields + [
          "---@field [string] table<string, fun(args?: table): any>"
        ])
        .joined(separator: "\n")
      ]).joined(separator: "\n\n")
  }

  // MARK: - Types

  private var types: [String] {
    document.types.sortedByKeyBytes().flatMap { name, shape in
      [written(name, shape), read(name, shape)]
    }
  }

  private func read(_ name: String, _ shape: TypeShape) -> String {
    let path = Self.typePath(name)
    switch shape.withoutRefinement {
    case .object(let object):
      return (["---@class \(path): \(Self.resultPath(name))"] + lines(of: object, isResult: false))
        .joined(separator: "\n")
    case .choice(let cases):
      let fields = cases.sortedByKeyBytes().map {
        "---@field \(Self.field($0.key))? \(value($0.value))"
      }
      return (["---@class \(path)"] + fields).joined(separator: "\n")
    default: return "---@alias \(path) \(value(shape))"
    }
  }

  private func written(_ name: String, _ shape: TypeShape) -> String {
    guard case .object(let object) = shape.withoutRefinement else {
      return "---@alias \(Self.resultPath(name)) \(value(shape, isResult: true))"
    }
    return (["---@class \(Self.resultPath(name))"] + lines(of: object, isResult: true))
      .joined(separator: "\n")
  }

  private func lines(of object: ObjectShape, isResult: Bool) -> [String] {
    fields(of: object, " ", isResult: isResult).map { "---@field \($0)" }
      + (object.isOpen ? ["---@field [string] any"] : [])
  }

  /// Even a required field of a result can be nil, because a function can compute it from a value that can be nil.
  private func fields(of object: ObjectShape, _ separator: String, isResult: Bool) -> [String] {
    object.keys.sortedByKeyBytes().map { key, shape in
      let type = value(shape, isResult: isResult)
      if case .optional = shape { return "\(Self.field(key))?\(separator)\(type)" }
      let nothing = isResult && type != "any" ? " | mocklua.Nothing" : ""
      return "\(Self.field(key))\(separator)\(type)\(nothing)"
    }
  }

  /// Returns the type of a value as written in a script, or as returned by a function.
  private func value(_ shape: TypeShape, isResult: Bool = false) -> String {
    switch shape {
    case .anything, .unknown: return "any"
    case .optional(let shape):
      let type = value(shape, isResult: isResult)
      return type == "any" ? type : "\(type) | mocklua.Null"
    case .refined(let shape): return value(shape, isResult: isResult)
    case .list(let shape): return "\(Self.grouped(value(shape, isResult: isResult)))[]"
    case .map(let keys, let shape):
      let key = keys == .int ? "integer | string" : "string"
      return "table<\(key), \(value(shape, isResult: isResult))>"
    case .type(let name): return isResult ? Self.resultPath(name) : Self.typePath(name)
    case .object(let object):
      if object.keys.isEmpty || isResult && object.isOpen { return "table" }
      return "{ \(fields(of: object, ": ", isResult: isResult).joined(separator: ", ")) }"
    case .choice: return "table"
    case .values(let values, let isOpen):
      return isResult ? Self.kinds(of: values) : Self.union(values, isOpen)
    case .scalar(let scalar):
      let type = Self.type(of: scalar)
      return isResult && type == "integer" ? "number" : type
    }
  }

  private static func kinds(of values: [AnyCodableValue]) -> String {
    let kinds = values.map { value in
      switch value {
      case .string: "string"
      case .int, .double, .number: "number"
      case .bool: "boolean"
      default: "any"
      }
    }
    return Set(kinds).sorted().joined(separator: " | ")
  }

  /// The type is that of the encoded argument, so a date is a number.
  private func argument(_ shape: TypeShape) -> String {
    switch shape {
    case .scalar(.date): "number"
    case .optional(let shape): "\(argument(shape))?"
    default: value(shape)
    }
  }

  private static func type(of scalar: TypeShape.Scalar) -> String {
    switch scalar {
    case .bool: "boolean"
    case .string, .url, .data, .uuid: "string"
    case .date: "string | number"
    case .number, .float: "number"
    case .decimal: "number | string"
    default: "integer"
    }
  }

  private static func union(_ values: [AnyCodableValue], _ isOpen: Bool) -> String {
    let literals = values.map { value in
      if case .string(let text) = value { quoted(text) } else { value.shortText }
    }
    let other =
      values.contains { if case .string = $0 { true } else { false } } ? "string" : "number"
    // A floating-point number can't be a literal type.
    if values.contains(where: { if case .double = $0 { true } else { false } }) { return "number" }
    return (literals + (isOpen ? [other] : [])).joined(separator: " | ")
  }

  private static func grouped(_ type: String) -> String { type.contains(" ") ? "(\(type))" : type }

  // MARK: - Names

  private static func path(_ service: String) -> String { "mocklua.service.\(word(service))" }

  private static func typePath(_ name: String) -> String { "mocklua.type." + path(ofType: name) }

  private static func resultPath(_ name: String) -> String {
    "mocklua.result." + path(ofType: name)
  }

  private static func path(ofType name: String) -> String {
    name.split(separator: ".").map { word(String($0)) }.joined(separator: ".")
  }

  /// Returns a name that consists only of letters, digits, and underscores.
  private static func word(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// In brackets if it isn't a Lua name.
  private static func field(_ key: String) -> String { LuaText.key(key) }

  private static func quoted(_ text: String) -> String {
    "\"\(text.escaped.replacing("\"", with: "\\\""))\""
  }
}

extension TypeShape {
  fileprivate var withoutRefinement: TypeShape {
    if case .refined(let shape) = self { shape.withoutRefinement } else { self }
  }
}

extension String {
  fileprivate var onOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
