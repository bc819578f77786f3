import MockLuaTools

/// The test of a requirement, or the reason why it has to be written by hand.
struct RequirementTest {
  private let mocked: SwiftProtocol
  private let requirement: SwiftRequirement
  private let declarations: SwiftDeclarations

  private(set) var needsFoundation = false
  /// The statements of the test.
  private(set) var lines: [String] = []
  /// The reason why the requirement has no test.
  private(set) var problem: String?

  var name: String { requirement.name }

  /// The actor of the test, which is written before its name.
  var actor: String { requirement.actor.map { "@\($0) " } ?? "" }
  var effects: String {
    (requirement.isAsync || stream != nil ? " async" : "") + (throwsErrors ? " throws" : "")
  }

  init(
    of requirement: SwiftRequirement, in mocked: SwiftProtocol, _ declarations: SwiftDeclarations
  ) {
    (self.mocked, self.requirement, self.declarations) = (mocked, requirement, declarations)
    problem = unsupported
    guard problem == nil else { return }
    if requirement.kind == .property { addProperty() } else { addMethod() }
  }

  // MARK: - What can't be tested

  private var unsupported: String? {
    if requirement.kind == .unsupported { return "is not a method or a property" }
    if mocked.hasAssociatedTypes { return "needs a type for each associated type of the mock" }
    if requirement.isGeneric { return "is generic" }
    if requirement.result == .named("Self", []) { return "returns the mock itself" }
    if requirement.isStatic, mocked.requirements.contains(where: isInstance) {
      return "has the name of another requirement"
    }
    for parameter in requirement.parameters {
      if parameter.type == .function { return "has a closure as a parameter" }
      if parameter.isInOut { return "has an inout parameter" }
      if parameter.isVariadic { return "has a variadic parameter" }
    }
    return nil
  }

  private func isInstance(_ other: SwiftRequirement) -> Bool {
    !other.isStatic && other.name == requirement.name
  }

  private var isOverloaded: Bool {
    mocked.requirements.count { $0.name == requirement.name && $0.kind == requirement.kind } > 1
  }

  // MARK: - Statements

  private var receiver: String { requirement.isStatic ? mocked.mock : "mock" }

  /// The element of the stream that the requirement returns, and the name of its type.
  private var stream: (type: String, element: SwiftType)? {
    guard case .named(let name, let arguments) = requirement.result, !arguments.isEmpty,
      ["AsyncStream", "AsyncThrowingStream"].contains(name)
    else { return nil }
    return (name, arguments[0])
  }

  private var throwsErrors: Bool {
    requirement.isThrowing || stream?.type == "AsyncThrowingStream"
  }

  private var tryAwait: String {
    (requirement.isThrowing ? "try " : "") + (requirement.isAsync ? "await " : "")
  }

  private mutating func start() {
    if !requirement.isStatic { lines.append("let mock = \(mocked.mock)()") }
  }

  private mutating func addProperty() {
    start()
    guard let value = sample(of: requirement.result, named: "expected") else { return }
    lines.append("\(receiver).on.\(name) { \(value.text) }")
    addExpectation("\(receiver).\(name)", value)
  }

  private mutating func addMethod() {
    start()
    guard let arguments = arguments() else { return }
    let result = requirement.result
    let call = "\(receiver).\(name)(\(arguments.call))"
    let stub = "\(receiver).on.\(name)(\(arguments.match))"
    if let stream {
      guard let value = sample(of: stream.element, named: "expected") else { return }
      lines += [
        "\(stub).yields(\(value.text))",
        "var values: [\(stream.element.text)] = []",
        "for \(stream.type == "AsyncStream" ? "" : "try ")await value in \(tryAwait)\(call) {",
        "  values.append(value)",
        "}",
        value.isEquatable ? "#expect(values == [\(value.text)])" : "#expect(values.count == 1)",
      ]
    } else if result == .void {
      lines += ["\(stub).returns()", tryAwait + call]
    } else {
      guard let value = sample(of: result, named: "expected") else { return }
      lines.append("\(stub).returns(\(value.text))")
      addExpectation(call, value)
    }
    let verify = mocked.requirements.contains { $0.name == "verify" } ? "verifying" : "verify"
    lines.append("\(receiver).\(verify).\(name)(\(arguments.match)).called(1)")
  }

  private mutating func addExpectation(_ call: String, _ value: SampleValue) {
    let isTrue = requirement.result == .named("Bool", [])
    lines.append(
      value.isEquatable
        ? "#expect(\(tryAwait)\(call)\(isTrue ? "" : " == \(value.text)"))"
        : "_ = \(tryAwait)\(call)")
  }

  /// Returns the arguments of the call, and those of its stub and verification.
  private mutating func arguments() -> (call: String, match: String)? {
    var (texts, isEquatable) = ([String](), true)
    for parameter in requirement.parameters {
      guard let value = sample(of: parameter.type, named: parameter.name, isArgument: true) else {
        return nil
      }
      texts.append((parameter.label.map { "\($0): " } ?? "") + value.text)
      isEquatable = isEquatable && value.isEquatable
    }
    let call = texts.joined(separator: ", ")
    if isOverloaded, !isEquatable || texts.isEmpty {
      problem = "has the name of another requirement"
      return nil
    }
    // A value that isn't `Equatable` can't be matched. An omitted argument matches any value.
    return (call, isEquatable ? call : "")
  }

  /// Returns a value of a type.
  ///
  /// Unless the value is a literal, the test gets a constant for it.
  private mutating func sample(
    of type: SwiftType, named name: String, isArgument: Bool = false
  ) -> SampleValue? {
    guard var value = SampleValue(of: type, in: declarations, scope: mocked.outer) else {
      problem = "needs a value of `\(type.text)`"
      return nil
    }
    needsFoundation = needsFoundation || value.needsFoundation
    guard !value.isLiteral else { return value }
    let isTaken =
      ["mock", "values"].contains(name) || isArgument && name == "expected"
      || !SwiftName.isTypeName(name)
    let constant = isTaken ? name.filter { $0 != "`" } + "Value" : name
    lines.append("let \(constant)\(value.showsType ? "" : ": \(type.text)") = \(value.text)")
    value.text = constant
    return value
  }
}
