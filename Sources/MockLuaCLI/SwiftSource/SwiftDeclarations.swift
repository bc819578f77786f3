/// The protocols of a Swift file, and the types whose values a test can write.
struct SwiftDeclarations: Sendable {
  private(set) var protocols: [SwiftProtocol] = []
  /// The structs, enums, and type aliases, by name.
  private(set) var types: [String: SwiftTypeDeclaration] = [:]
  /// The conformances of types, including those in extensions, by name.
  private(set) var conformances: [String: Set<String>] = [:]

  /// Adds the declarations of a file.
  mutating func read(_ source: String) {
    var reader = SwiftReader(SwiftToken.tokens(of: source))
    while reader.next != nil {
      readMembers(&reader, in: "")
      reader.take()
    }
  }

  /// Reads declarations up to the end of the file, or of the type.
  private mutating func readMembers(_ reader: inout SwiftReader, in outer: String) {
    var modifiers = SwiftModifiers()
    while let next = reader.next, next.text != "}" {
      if modifiers.take(&reader) { continue }
      switch next.text {
      case "protocol": readProtocol(&reader, modifiers, in: outer)
      case "struct", "enum", "class", "actor", "extension":
        if reader.previous?.text == "." || !readType(&reader, modifiers, in: outer) {
          reader.skip()
        }
      case "typealias":
        reader.take()
        guard let name = reader.takeWord(), reader.take("=") else { break }
        types[Self.name(name, in: outer)] = .alias(reader.type().type)
      case "case": readCases(&reader, of: outer)
      case "var", "let": readField(&reader, modifiers, of: outer)
      case "init": readInitializer(&reader, modifiers, of: outer)
      default: reader.skip()
      }
      modifiers = SwiftModifiers()
    }
  }

  /// The end of the path of an extension, whose members don't change the initializers of the type.
  private static let extensionEnd = ".extension"

  private static func name(_ name: String, in outer: String) -> String {
    let outer = outer.replacing(extensionEnd, with: "")
    return outer.isEmpty ? name : "\(outer).\(name)"
  }

  /// Reads a type declaration, and returns whether there is one.
  ///
  /// There isn't one if `class` is a modifier.
  private mutating func readType(
    _ reader: inout SwiftReader, _ modifiers: SwiftModifiers, in outer: String
  ) -> Bool {
    let keyword = reader.take()?.text
    guard var name = reader.takeWord() else { return false }
    while reader.take(".") { name += "." + (reader.takeWord() ?? "") }
    let isGeneric = reader.skipGenerics()
    let path = Self.name(name, in: outer)
    conformances[path, default: []].formUnion(Self.inherited(&reader))
    guard reader.take("{") else { return true }
    // If a type has several declarations, such as for different platforms, the first one counts.
    let isKnown = types[path] != nil
    if !isGeneric, !modifiers.isPrivate, !isKnown {
      switch keyword {
      case "struct": types[path] = .structure(SwiftStruct())
      case "enum": types[path] = .enumeration([])
      default: break
      }
    }
    let isOther = keyword == "extension" || isKnown
    readMembers(&reader, in: isOther ? path + Self.extensionEnd : path)
    _ = reader.take("}")
    return true
  }

  /// Reads the names after a colon, up to the body.
  private static func inherited(_ reader: inout SwiftReader) -> [String] {
    var names: [String] = []
    if reader.take(":") {
      repeat { names.append(reader.type().type.text) } while reader.take(",")
    }
    while let next = reader.next, next.text != "{", next.text != "}" { reader.take() }
    return names.flatMap { $0.split(separator: " & ").map(String.init) }
  }

  // MARK: - Types with values

  private mutating func readCases(_ reader: inout SwiftReader, of outer: String) {
    reader.take()
    guard case .enumeration(var cases) = types[outer] else { return }
    repeat {
      guard let name = reader.takeWord() else { break }
      cases.append(SwiftCase(name: name, values: reader.parameters()))
      if reader.take("=") { reader.skip() }
    } while reader.take(",")
    types[outer] = .enumeration(cases)
  }

  private mutating func readField(
    _ reader: inout SwiftReader, _ modifiers: SwiftModifiers, of outer: String
  ) {
    let isVariable = reader.take()?.text == "var"
    guard case .structure(var structure) = types[outer], !modifiers.isStatic else { return }
    var names: [String] = []
    repeat { names += reader.takeWord().map { [$0] } ?? [] } while reader.take(",")
    let type = reader.take(":") ? reader.type().type : nil
    let hasBody = reader.isNext("{")
    let isStored =
      !hasBody || reader.isNext("didSet", after: 1) || reader.isNext("willSet", after: 1)
    guard isStored else { return }
    // A memberwise initializer has no parameter for a constant with a value, and may omit those with a default.
    if !reader.isNext("="), !(isVariable && type.map(Self.isOptional) ?? false) {
      let type = type ?? .other("")
      structure.fields += names.map { SwiftParameter(label: $0, name: $0, type: type) }
    }
    // An attribute can be a property wrapper, which changes the memberwise initializer.
    if modifiers.isPrivate || !modifiers.attributes.isEmpty || reader.isNext(",") {
      structure.isMemberwise = false
    }
    types[outer] = .structure(structure)
  }

  private static func isOptional(_ type: SwiftType) -> Bool {
    if case .optional = type { true } else { false }
  }

  private mutating func readInitializer(
    _ reader: inout SwiftReader, _ modifiers: SwiftModifiers, of outer: String
  ) {
    guard reader.previous?.text != ".", case .structure(var structure) = types[outer] else {
      reader.take()
      return
    }
    reader.take()
    let isFailable = reader.take("?") || reader.take("!")
    let isGeneric = reader.skipGenerics()
    let parameters = reader.parameters()
    let effects = reader.effects()
    structure.isMemberwise = false
    if !isFailable, !isGeneric, !effects.isAsync, !effects.isThrowing, !modifiers.isPrivate,
      !parameters.contains(where: { $0.isInOut || $0.isVariadic })
    {
      structure.initializers.append(parameters.filter { !$0.hasDefault })
    }
    types[outer] = .structure(structure)
  }

  // MARK: - Protocols

  private mutating func readProtocol(
    _ reader: inout SwiftReader, _ modifiers: SwiftModifiers, in outer: String
  ) {
    let line = reader.take()?.line ?? 1
    guard let name = reader.takeWord() else { return }
    _ = reader.skipGenerics()
    let scope = outer.replacing(Self.extensionEnd, with: "")
    var found = SwiftProtocol(name: name, outer: scope, line: line)
    found.isMocked = modifiers.attributes.contains("Mocked")
    found.isPrivate = modifiers.isPrivate
    found.actor = modifiers.attributes.first { $0.hasSuffix("Actor") }
    _ = Self.inherited(&reader)
    guard reader.take("{") else { return }
    var modifiers = SwiftModifiers()
    while let next = reader.next, next.text != "}" {
      if modifiers.take(&reader) { continue }
      if next.text == "associatedtype" { found.hasAssociatedTypes = true }
      if let requirement = Self.requirement(&reader, modifiers, line: next.line) {
        found.requirements.append(requirement)
      }
      modifiers = SwiftModifiers()
    }
    _ = reader.take("}")
    protocols.append(found)
  }

  private static func requirement(
    _ reader: inout SwiftReader, _ modifiers: SwiftModifiers, line: Int
  ) -> SwiftRequirement? {
    let keyword = reader.take()?.text
    var found = SwiftRequirement(line: line)
    (found.isStatic, found.actor) = (
      modifiers.isStatic, modifiers.attributes.first { $0.hasSuffix("Actor") }
    )
    switch keyword {
    case "func":
      guard let name = reader.takeWord() else {
        (found.kind, found.name) = (.unsupported, "an operator")
        return found
      }
      found.name = name
      found.isGeneric = reader.skipGenerics()
      found.parameters = reader.parameters()
      (found.isAsync, found.isThrowing) = reader.effects()
      if reader.take("->") { found.result = reader.type().type }
      if reader.isNext("where") { found.isGeneric = true }
    case "var":
      guard let name = reader.takeWord(), reader.take(":") else { return nil }
      (found.kind, found.name, found.result) = (.property, name, reader.type().type)
      guard reader.take("{") else { return nil }
      while let next = reader.next, next.text != "}" {
        found.isAsync = found.isAsync || next.text == "async"
        found.isThrowing = found.isThrowing || next.text == "throws"
        reader.skip()
      }
      _ = reader.take("}")
    case "init", "subscript":
      (found.kind, found.name) = (.unsupported, keyword ?? "")
      _ = reader.take("?")
      _ = reader.skipGenerics()
      _ = reader.parameters()
      if reader.take("->") { _ = reader.type() }
      if reader.isNext("{") { reader.skip() }
    default: return nil
    }
    return found
  }
}

/// The attributes and modifiers before a declaration.
struct SwiftModifiers {
  private(set) var attributes: [String] = []
  private(set) var isStatic = false
  private(set) var isPrivate = false

  private static let plain: Set = [
    "public", "internal", "package", "open", "final", "mutating", "nonmutating", "nonisolated",
    "indirect", "dynamic", "override", "convenience", "required", "weak", "unowned", "lazy",
    "optional", "isolated", "distributed",
  ]

  /// Takes an attribute or a modifier, and returns whether there was one.
  mutating func take(_ reader: inout SwiftReader) -> Bool {
    guard let next = reader.next, reader.previous?.text != "." else { return false }
    switch next.text {
    case "@":
      reader.take()
      guard let name = reader.takeWord() else { return true }
      attributes.append(name)
      _ = reader.skipGenerics()
      if reader.isNext("("), reader.next?.line == reader.previous?.line { reader.skip() }
      return true
    case "static": isStatic = true
    case "class" where reader.isNext("func", after: 1) || reader.isNext("var", after: 1):
      isStatic = true
    case "private", "fileprivate": isPrivate = isPrivate || !reader.isNext("set", after: 2)
    default: guard Self.plain.contains(next.text) else { return false }
    }
    reader.take()
    if reader.isNext("("), reader.next?.line == reader.previous?.line { reader.skip() }
    return true
  }
}

struct SwiftProtocol: Sendable {
  var name: String
  /// The path of the type that contains the protocol; empty at file scope.
  var outer: String
  var line: Int
  var isMocked = false
  var isPrivate = false
  /// The global actor, such as `MainActor`.
  var actor: String?
  /// Whether the mock is generic, so that a test must choose its types.
  var hasAssociatedTypes = false
  var requirements: [SwiftRequirement] = []

  var path: String { outer.isEmpty ? name : "\(outer).\(name)" }

  /// The path of the mock that `@Mocked` generates.
  var mock: String { outer.isEmpty ? "Mock\(name)" : "\(outer).Mock\(name)" }
}

struct SwiftRequirement: Sendable {
  enum Kind: Sendable {
    case method
    case property
    case unsupported
  }

  var kind = Kind.method
  var name = ""
  var parameters: [SwiftParameter] = []
  var result = SwiftType.void
  var isAsync = false
  var isThrowing = false
  var isStatic = false
  var isGeneric = false
  var actor: String?
  var line: Int
}

/// The declaration of a type whose values a test can write.
enum SwiftTypeDeclaration: Sendable {
  case structure(SwiftStruct)
  case enumeration([SwiftCase])
  case alias(SwiftType)
}

struct SwiftStruct: Sendable {
  /// The required parameters of the memberwise initializer.
  var fields: [SwiftParameter] = []
  /// Whether the memberwise initializer exists and is accessible.
  var isMemberwise = true
  /// The required parameters of each initializer that neither fails nor throws.
  var initializers: [[SwiftParameter]] = []
}

struct SwiftCase: Sendable {
  var name: String
  var values: [SwiftParameter]
}
