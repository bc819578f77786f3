internal import SwiftSyntax
internal import SwiftSyntaxBuilder
internal import SwiftSyntaxMacros

/// A struct of closures with `@Mocked`, for which a function that fills the closures is generated.
struct MockedClient {
  private let declaration: StructDeclSyntax
  private let node: AttributeSyntax
  private let properties: [StoredProperty]

  /// A stored property as written in the struct.
  private struct StoredProperty {
    let pattern: PatternSyntax
    let type: TypeSyntax?
    let isLet: Bool
    let hasValue: Bool

    var name: String { pattern.trimmedDescription }
    var function: FunctionTypeSyntax? { type?.function }
    /// Whether a value must be passed to the initializer.
    var needsValue: Bool { !hasValue && (isLet || type?.isOptional != true) }
  }

  init(_ declaration: StructDeclSyntax, _ node: AttributeSyntax) {
    (self.declaration, self.node) = (declaration, node)
    properties = declaration.memberBlock.members.flatMap { Self.stored($0.decl) }
  }

  /// Returns the stored properties of a declaration that belong to an instance.
  private static func stored(_ member: DeclSyntax) -> [StoredProperty] {
    guard let variable = member.as(VariableDeclSyntax.self),
      variable.modifiers.allSatisfy({ !["static", "lazy"].contains($0.name.text) })
    else { return [] }
    return variable.bindings.compactMap { binding in
      switch binding.accessorBlock?.accessors {
      case .getter: return nil
      case .accessors(let list)
      where list.contains { !["willSet", "didSet"].contains($0.accessorSpecifier.text) }:
        return nil
      default: break
      }
      let type = binding.typeAnnotation ?? variable.bindings.last?.typeAnnotation
      return StoredProperty(
        pattern: binding.pattern, type: type?.type, isLet: variable.bindingSpecifier.text == "let",
        hasValue: binding.initializer != nil)
    }
  }

  private var closures: [StoredProperty] { properties.filter { $0.function != nil } }
  private var initializers: [InitializerDeclSyntax] {
    declaration.memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
  }

  // MARK: - Checking

  /// Reports any problems, and returns whether the closures can be filled.
  func check(in context: some MacroExpansionContext) -> Bool {
    var isFine = true
    func report(_ problem: MockProblem, at node: some SyntaxProtocol, fixes: [Fix] = []) {
      context.report(problem, at: node, fixes: fixes)
      isFine = false
    }
    for label in ["inheriting", "handwritten"] {
      if let argument = node.arguments(label).first {
        report(.onlyOfProtocols(label), at: argument)
      }
    }
    for property in properties {
      guard let function = property.function else {
        if property.needsValue, initializers.isEmpty {
          report(.notAClosure(property.name), at: property.pattern)
        }
        continue
      }
      let result = function.returnClause.type
      switch ResultShape(result) {
      case .typedStream(let fix):
        report(.result(result.trimmedDescription, .streamFailure), at: result, fixes: [fix])
      case .itself: report(.result(result.trimmedDescription, .itself), at: result)
      default:
        if property.isLet, property.hasValue {
          report(.filled(property.name), at: property.pattern)
        }
      }
    }
    if closures.isEmpty {
      report(.noClosures(declaration.name.plainText), at: declaration.structKeyword)
    } else if let first = initializers.first, isFine, initializer == nil {
      report(.noInitializer(closures.filter(\.needsValue).map(\.name)), at: first.initKeyword)
    }
    return isFine
  }

  // MARK: - Generating

  /// The first written initializer that takes the closures by name, with the names that it takes; nil without one.
  private var initializer: [String]? {
    let names = Set(closures.map(\.name))
    let required = closures.filter(\.needsValue).map(\.name)
    return initializers.lazy.compactMap { initializer -> [String]? in
      let parameters = initializer.signature.parameterClause.parameters
      let taken = parameters.map(\.firstName.text).filter(names.contains)
      let isFilled = parameters.allSatisfy {
        names.contains($0.firstName.text) || $0.defaultValue != nil
      }
      let isPlain = initializer.optionalMark == nil && initializer.signature.effectSpecifiers == nil
      return isFilled && isPlain && Set(taken).isSuperset(of: required) ? taken : nil
    }.first
  }

  /// Returns the extension of the struct with the function that fills its closures.
  func source(extending type: some TypeSyntaxProtocol) -> String {
    let access = declaration.modifiers.access
    let isolation =
      declaration.modifiers.contains { $0.name.text == "nonisolated" } ? "nonisolated " : ""
    let place = ResponsePlace(
      errors: node.errors, results: node.arguments("results").map(\.trimmedDescription))
    let filled = closures.map { ($0, requirement(of: $0)) }
    let lines = filled.map { property, requirement in
      "let \(Self.local(property)): \(property.type?.trimmedDescription ?? "") = "
        + requirement.closure(in: place)
    }
    return """
      \(availability)\(isolation)extension \(type.trimmed) {
      /// Returns a client whose closures respond from a scenario.
      ///
      /// - Parameter source: The scenario. The current one by default.
      \(access)static func mocked(by source: (any MockServices.MockSequencerSource)? = nil) -> Self {
      let core = MockServices._MockServiceCore.ofClient("\(declaration.name.plainText)", in: source) {
      \(contract(filled.map { $0.1 }))
      }
      \(lines.joined(separator: "\n"))
      \(making)
      }
      }
      """
  }

  /// The statements that create the client from its closures.
  private var making: String {
    let taken = initializers.isEmpty ? closures.map(\.name) : initializer ?? []
    let arguments = closures.filter { taken.contains($0.name) }
      .sorted { (taken.firstIndex(of: $0.name) ?? 0) < (taken.firstIndex(of: $1.name) ?? 0) }
      .map { "\($0.name): \(Self.local($0))" }
    let call = "Self(\(arguments.joined(separator: ", ")))"
    let others = closures.filter { !taken.contains($0.name) }
    if others.isEmpty { return "return \(call)" }
    let assignments = others.map { "client.\($0.name) = \(Self.local($0))" }
    return (["var client = \(call)"] + assignments + ["return client"]).joined(separator: "\n")
  }

  private static func local(_ property: StoredProperty) -> String { "_\(property.name.plain)" }

  private func contract(_ requirements: [MockedRequirement]) -> String {
    let errors = node.errors.map { ", errors: \($0)" } ?? ""
    let lines = requirements.map { "contract.methods.append(\($0.contract { $0 }))" }
    return """
      var contract = MockServices._MockContract("\(declaration.name.plainText)"\(errors))
      \(lines.joined(separator: "\n"))
      return contract
      """
  }

  private var availability: String {
    declaration.attributes.compactMap { $0.as(AttributeSyntax.self) }
      .filter { ["available", "_spi"].contains($0.macroName) }
      .map { $0.trimmedDescription + "\n" }.joined()
  }

  /// Returns the closure as a requirement, whose arguments have the closure's labels.
  private func requirement(of property: StoredProperty) -> MockedRequirement {
    var requirement = MockedRequirement(
      kind: .method, name: property.name, key: property.name.plain, number: 0)
    guard let function = property.function else { return requirement }
    requirement.owner = "core"
    requirement.parameters = MockedParameter.all(of: function)
    requirement.resultType = function.returnClause.type
    requirement.set(
      function.effectSpecifiers?.asyncSpecifier, function.effectSpecifiers?.throwsClause)
    return requirement
  }
}

extension MockedRequirement {
  /// Returns a closure that responds to a call.
  fileprivate func closure(in place: ResponsePlace) -> String {
    let names = parameters.map(\.name).joined(separator: ", ")
    return "{\(names.isEmpty ? "" : " \(names) in")\n\(answer(in: place))\n}"
  }
}

extension MockedParameter {
  /// Returns the parameters of a closure.
  ///
  /// An argument without a label is named after its type, such as `string` for a `String` and `items` for an `[Item]`.
  /// If several have the same name, they are numbered: `string1` and `string2`.
  fileprivate static func all(of function: FunctionTypeSyntax) -> [MockedParameter] {
    let names = function.parameters.enumerated().map { index, parameter in
      let label = (parameter.secondName ?? parameter.firstName).map(\.plainText) ?? "_"
      return label == "_" ? parameter.type.readableName ?? "argument\(index + 1)" : label
    }
    var seen: [String: Int] = [:]
    let unique = names.map { name in
      seen[name, default: 0] += 1
      return names.count { $0 == name } == 1 ? name : "\(name)\(seen[name] ?? 0)"
    }
    let list = zip(function.parameters, unique).enumerated().map { index, parameter in
      FunctionParameterSyntax(
        firstName: .identifier(parameter.1), secondName: .identifier("argument\(index + 1)"),
        type: parameter.0.type)
    }
    return all(FunctionParameterListSyntax(list))
  }
}

extension TypeSyntax {
  /// A name for a value of the type, such as `url` for a `URL`; nil if the type has no name.
  fileprivate var readableName: String? {
    let type = withoutAttributes
    if let optional = type.as(OptionalTypeSyntax.self) { return optional.wrappedType.readableName }
    if let array = type.as(ArrayTypeSyntax.self) {
      return array.element.readableName.map { "\($0)s" }
    }
    if let type = type.as(SomeOrAnyTypeSyntax.self) { return type.constraint.readableName }
    guard let name = type.lastName, type.genericArguments.isEmpty else { return nil }
    // The last capital letter after an acronym begins the next word, as in `URLRequest`.
    let capitals = name.prefix { $0.isUppercase }
    let isOneWord = capitals.count == name.count || capitals.count == 1
    let head = isOneWord ? capitals : capitals.dropLast()
    return head.lowercased() + name.dropFirst(head.count)
  }
}
