/// A value that a generated test uses as an argument or as a result.
struct SampleValue: Sendable {
  /// The expression in Swift.
  var text: String
  /// Whether the expression is short, always has the same value, and needs no type annotation.
  var isLiteral = true
  /// Whether the type is known to be `Equatable`.
  var isEquatable = true
  /// Whether the expression shows its type.
  var showsType = false
  var needsFoundation = false

  /// Combines values into one.
  private init(_ text: String, of parts: [SampleValue], showsType: Bool = false) {
    self.text = text
    isLiteral = !showsType && parts.allSatisfy(\.isLiteral)
    isEquatable = parts.allSatisfy(\.isEquatable)
    self.showsType = showsType
    needsFoundation = parts.contains(where: \.needsFoundation)
  }

  private init(_ literal: String) { text = literal }

  /// Creates a collection with one element, or an empty one.
  private init(elements element: SampleValue?) {
    self.init("[\(element?.text ?? "")]", of: element.map { [$0] } ?? [])
    if element == nil { isEquatable = false }
  }

  /// Creates a value; nil if the type isn't known.
  init?(of type: SwiftType, in declarations: SwiftDeclarations, scope: String) {
    self.init(type, declarations, scope, depth: 0)
  }

  private init?(
    _ type: SwiftType, _ declarations: SwiftDeclarations, _ scope: String, depth: Int
  ) {
    guard depth < 8 else { return nil }
    func value(_ type: SwiftType) -> SampleValue? {
      SampleValue(type, declarations, scope, depth: depth + 1)
    }
    switch type {
    case .optional(let wrapped):
      if let value = value(wrapped) {
        self = value
      } else {
        self.init("nil")
        isEquatable = false
      }
    case .array(let element): self.init(elements: value(element))
    case .dictionary(let key, let content):
      guard let key = value(key), let content = value(content) else {
        self.init("[:]")
        isEquatable = false
        return
      }
      self.init("[\(key.text): \(content.text)]", of: [key, content])
    case .tuple(let types):
      let values = types.compactMap(value)
      guard !types.isEmpty, values.count == types.count else { return nil }
      self.init("(\(values.map(\.text).joined(separator: ", ")))", of: values)
      // A tuple has `==`, but can't be an argument of `#expect` or of a matcher.
      isEquatable = false
    case .named("Set", let arguments) where arguments.count == 1:
      self.init(elements: value(arguments[0]))
    case .named("Result", let arguments) where arguments.count == 2:
      guard let success = value(arguments[0]) ?? (arguments[0] == .void ? Self("()") : nil) else {
        return nil
      }
      self.init(".success(\(success.text))", of: [success])
      isEquatable = false
    case .named(let name, let arguments):
      if let literal = Self.literals[name], arguments.isEmpty {
        self.init(literal)
      } else if let text = Self.foundation[name], arguments.isEmpty {
        self.init(text)
        (isLiteral, showsType, needsFoundation) = (false, true, true)
      } else if arguments.isEmpty {
        self.init(named: name, declarations, scope, depth: depth)
      } else {
        return nil
      }
    case .function, .other: return nil
    }
  }

  private init?(
    named name: String, _ declarations: SwiftDeclarations, _ scope: String, depth: Int
  ) {
    guard let path = Self.paths(of: name, in: scope).first(where: { declarations.types[$0] != nil })
    else { return nil }
    // The types of its members can be declared in the type itself.
    func value(_ type: SwiftType) -> SampleValue? {
      SampleValue(type, declarations, path, depth: depth + 1)
    }
    let conformances = declarations.conformances[path] ?? []
    let isEquatable = ["Equatable", "Hashable", "Comparable", "OptionSet"].contains(
      where: conformances.contains)
    switch declarations.types[path] {
    case .alias(let type):
      guard let value = value(type) else { return nil }
      self = value
    case .structure(let structure):
      let lists = structure.isMemberwise ? [structure.fields] : structure.initializers
      let found = lists.compactMap { Self.arguments($0, value) }.first
      guard let found else { return nil }
      self.init("\(path)\(found.text)", of: found.values, showsType: true)
      self.isEquatable = isEquatable
    case .enumeration(let cases):
      if let plain = cases.first(where: \.values.isEmpty) {
        self.init("\(path).\(plain.name)")
        self.isEquatable = isEquatable || cases.allSatisfy(\.values.isEmpty)
      } else {
        let found = cases.compactMap { each in
          Self.arguments(each.values, value).map { ("\(path).\(each.name)\($0.text)", $0.values) }
        }.first
        guard let found else { return nil }
        self.init(found.0, of: found.1, showsType: true)
        self.isEquatable = isEquatable
      }
    case nil: return nil
    }
  }

  /// Returns the paths that a name can have in a scope, innermost first.
  private static func paths(of name: String, in scope: String) -> [String] {
    var (paths, rest) = ([String](), scope)
    while !rest.isEmpty {
      paths.append("\(rest).\(name)")
      rest = rest.lastIndex(of: ".").map { String(rest[..<$0]) } ?? ""
    }
    return paths + [name]
  }

  /// Returns a list of arguments; nil if one of them has no value.
  private static func arguments(
    _ parameters: [SwiftParameter], _ value: (SwiftType) -> SampleValue?
  ) -> (text: String, values: [SampleValue])? {
    var values: [SampleValue] = []
    for parameter in parameters {
      guard let value = value(parameter.type) else { return nil }
      values.append(value)
    }
    let texts = zip(parameters, values).map { parameter, value in
      (parameter.label.map { "\($0): " } ?? "") + value.text
    }
    return ("(\(texts.joined(separator: ", ")))", values)
  }

  private static let literals: [String: String] = {
    var literals = [
      "String": "\"text\"", "Substring": "\"text\"", "Character": "\"c\"", "Bool": "true",
    ]
    for size in ["", "8", "16", "32", "64"] {
      (literals["Int\(size)"], literals["UInt\(size)"]) = ("1", "1")
    }
    for name in ["Double", "Float", "CGFloat", "TimeInterval"] { literals[name] = "1.5" }
    literals["Duration"] = "Duration.seconds(1)"
    return literals
  }()

  private static let foundation = [
    "Data": "Data([1])", "Date": "Date(timeIntervalSince1970: 1)", "Decimal": "Decimal(1)",
    "URL": "URL(fileURLWithPath: \"/file\")", "UUID": "UUID()",
    "Locale": "Locale(identifier: \"en\")",
  ]
}
