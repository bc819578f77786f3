internal import SwiftDiagnostics
internal import SwiftSyntax
internal import SwiftSyntaxBuilder

/// A struct of closures with `@Mocked`, which gets a generated function that fills the closures.
struct MockedClient {
  private let declaration: StructDeclSyntax
  private let node: AttributeSyntax
  private let members: ConditionalMembers<StoredProperty>

  private struct StoredProperty {
    let pattern: PatternSyntax
    /// The type, without aliases that the struct itself declares.
    let type: TypeSyntax?
    let isLet: Bool
    let value: ExprSyntax?
    /// Whether the property is inside an `#if`.
    let isConditional: Bool

    var name: String { pattern.trimmedDescription }
    var function: FunctionTypeSyntax? { type?.function }
    var hasValue: Bool { value != nil }
    /// Whether a value must be passed to the initializer.
    var needsValue: Bool { !hasValue && (isLet || type?.isOptional != true) }
  }

  init(_ declaration: StructDeclSyntax, _ node: AttributeSyntax) {
    (self.declaration, self.node) = (declaration, node)
    members = ConditionalMembers(
      declaration.memberBlock.members,
      scope: { (aliases: Self.aliases(in: $0), isConditional: $0.count > 1) },
      read: { Self.stored($0, $1.aliases, $1.isConditional) })
  }

  private static func aliases(in lists: [MemberBlockItemListSyntax]) -> [String: TypeSyntax] {
    var aliases: [String: TypeSyntax] = [:]
    for member in lists.joined() {
      guard let alias = member.decl.as(TypeAliasDeclSyntax.self),
        alias.genericParameterClause == nil
      else { continue }
      aliases[alias.name.plainText] = alias.initializer.value
    }
    return aliases
  }

  /// Returns the stored properties of a declaration that belong to an instance.
  private static func stored(
    _ member: DeclSyntax, _ aliases: [String: TypeSyntax], _ isConditional: Bool
  ) -> [StoredProperty] {
    guard let variable = member.as(VariableDeclSyntax.self),
      !variable.modifiers.has("static", "lazy")
    else { return [] }
    // `filter` of a syntax collection would return copies, whose problems have no place in the file.
    return variable.bindings.compactMap { binding in
      guard binding.isStored else { return nil }
      let type = (binding.typeAnnotation ?? variable.bindings.last?.typeAnnotation)?.type
      return StoredProperty(
        pattern: binding.pattern, type: type?.resolved(by: aliases),
        isLet: variable.bindingSpecifier.text == "let", value: binding.initializer?.value,
        isConditional: isConditional)
    }
  }

  private var properties: [StoredProperty] { members.all }

  /// Returns the source for each closure, with the conditions around it.
  private func texts(_ text: (StoredProperty) -> String?) -> [String] {
    members.texts { $0.function == nil ? [] : [text($0)].compactMap(\.self) }
  }

  private var closures: [StoredProperty] { properties.filter { $0.function != nil } }
  /// The closures that the initializer takes, which aren't in an `#if`.
  private var plainClosures: [StoredProperty] { closures.filter { !$0.isConditional } }
  private var initializers: [InitializerDeclSyntax] {
    declaration.memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
  }

  // MARK: - Checking

  var problems: [Diagnostic] {
    var problems: [Diagnostic] = []
    func add(_ problem: MockProblem, at node: some SyntaxProtocol, fixes: [Fix] = []) {
      problems.append(Diagnostic(problem, at: node, fixes: fixes))
    }
    for label in ["inheriting", "handwritten"] {
      if let argument = node.arguments(label).first { add(.onlyOfProtocols(label), at: argument) }
    }
    for property in properties {
      guard let function = property.function else {
        if property.needsValue, initializers.isEmpty {
          add(.notAClosure(property.name), at: property.pattern)
        } else if property.value?.is(ClosureExprSyntax.self) == true {
          add(.hiddenClosure(property.name), at: property.pattern)
        }
        continue
      }
      if property.isConditional, property.needsValue {
        add(.conditionalClosure(property.name), at: property.pattern)
        continue
      }
      let result = function.returnClause.type
      switch ResultShape(result) {
      case .typedStream(let fix):
        add(.result(result.trimmedDescription, .streamFailure), at: result, fixes: [fix])
      case .itself: add(.result(result.trimmedDescription, .itself), at: result)
      default:
        if property.isLet, property.hasValue { add(.filled(property.name), at: property.pattern) }
      }
    }
    if closures.isEmpty {
      add(.noClosures(declaration.name.plainText), at: declaration.structKeyword)
    } else if let first = initializers.first, problems.isEmpty, initializer == nil {
      add(.noInitializer(plainClosures.filter(\.needsValue).map(\.name)), at: first.initKeyword)
    }
    return problems
  }

  // MARK: - Generating

  /// A suitable initializer takes all required closures by name, and has default values for its other parameters.
  private var initializer: [String]? {
    let names = Set(plainClosures.map(\.name))
    let required = plainClosures.filter(\.needsValue).map(\.name)
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

  func source(extending type: some TypeSyntaxProtocol) -> String {
    let access = declaration.modifiers.access
    let place = ResponsePlace(
      errors: node.errors, results: node.arguments("results").map(\.trimmedDescription))
    let lines = texts { property in
      "let \(Self.local(property)): \(property.type?.trimmedDescription ?? "") = "
        + requirement(of: property).closure(in: place)
    }
    return """
      \(declaration.attributes.availability)\(declaration.modifiers.isolation)extension \(type.trimmed) {
      /// Returns a client whose closures respond from a scenario.
      ///
      /// - Parameter source: The scenario. The current one by default.
      \(access)static func mocked(by source: (any MockServices.MockSequencerSource)? = nil) -> Self {
      let core = MockServices._MockServiceCore.ofClient("\(declaration.name.plainText)", in: source) {
      \(contract)
      }
      \(lines.joined(separator: "\n"))
      \(making)
      }
      }
      """
  }

  /// The statements that create the client from its closures.
  private var making: String {
    let taken = initializers.isEmpty ? plainClosures.map(\.name) : initializer ?? []
    let arguments = plainClosures.filter { taken.contains($0.name) }
      .sorted { (taken.firstIndex(of: $0.name) ?? 0) < (taken.firstIndex(of: $1.name) ?? 0) }
      .map { "\($0.name): \(Self.local($0))" }
    let call = "Self(\(arguments.joined(separator: ", ")))"
    let assignments = texts { property in
      taken.contains(property.name) && !property.isConditional
        ? nil : "client.\(property.name) = \(Self.local(property))"
    }
    if assignments.isEmpty { return "return \(call)" }
    // The assignments are in a function, because on a system that excludes all of them, the compiler would warn about a
    // variable that is never changed.
    let isConditional = closures.contains(where: \.isConditional)
    let filling =
      isConditional
      ? ["func fill(_ client: inout Self) {"] + assignments + ["}", "fill(&client)"] : assignments
    return (["var client = \(call)"] + filling + ["return client"]).joined(separator: "\n")
  }

  private static func local(_ property: StoredProperty) -> String { "_\(property.name.plain)" }

  private var contract: String {
    let errors = node.errors.map { ", errors: \($0)" } ?? ""
    let lines = texts { "contract.methods.append(\(requirement(of: $0).contract { $0 }))" }
    return """
      var contract = MockServices._MockContract("\(declaration.name.plainText)"\(errors))
      \(lines.joined(separator: "\n"))
      return contract
      """
  }

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
  fileprivate func closure(in place: ResponsePlace) -> String {
    let names = parameters.map(\.name).joined(separator: ", ")
    return "{\(names.isEmpty ? "" : " \(names) in")\n\(answer(in: place))\n}"
  }
}

extension MockedParameter {
  /// An argument without a label is named after its type, such as `string` for a `String` and `items` for an `[Item]`.
  ///
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
  fileprivate func resolved(by aliases: [String: TypeSyntax]) -> TypeSyntax {
    if var optional = self.as(OptionalTypeSyntax.self) {
      let wrapped = optional.wrappedType.resolved(by: aliases)
      let isFunction = wrapped.is(FunctionTypeSyntax.self) || wrapped.is(AttributedTypeSyntax.self)
      optional.wrappedType = isFunction ? "(\(wrapped.trimmed))" : wrapped
      return TypeSyntax(optional)
    }
    guard let name = self.as(IdentifierTypeSyntax.self), name.genericArgumentClause == nil,
      let type = aliases[name.name.plainText]
    else { return self }
    return type.resolved(by: aliases.filter { $0.key != name.name.plainText })
  }

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
