internal import SwiftDiagnostics
public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The expansion of `@MockService`, which completes a mock whose methods are listed without bodies.
public protocol MockServiceExpansion:
  MemberMacro, MemberAttributeMacro, PeerMacro, ExtensionMacro
{}

extension MockServiceExpansion {
  /// Generates the sequencer and the initializers, unless the type declares them itself.
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let service = ServiceDeclaration(declaration, node), service.isSuitable else { return [] }
    let members = declaration.memberBlock.members
    let properties = ServiceProperties(members)
    guard context.report(properties.problems) else { return [] }
    var added: [DeclSyntax] = []
    if !service.hasSequencer {
      added.append("private let sequencer: MockServices.MockCallSequencer")
    }
    let access = service.access
    let isolation = service.isActor || !properties.areSimple ? "" : "nonisolated "
    if !service.hasInitializer(["sequencer"]) {
      added.append(
        """
        \(raw: access)\(raw: isolation)init(sequencer: MockServices.MockCallSequencer) {
          self.sequencer = sequencer\(raw: service.wiring(properties))
        }
        """)
    }
    if !service.hasInitializer(["configuration", "sharedState"]) {
      let delegating = service.isActor ? "" : "convenience "
      added.append(
        """
        \(raw: access)\(raw: isolation)\(raw: delegating)init(
          configuration: MockServices.MockServiceEntry,
          sharedState: MockServices.MockSharedState? = nil
        ) {
          self.init(
            sequencer: MockServices.MockCallSequencer(
              entry: configuration, sharedState: sharedState, service: \(raw: service.name)))
        }
        """)
    }
    return added
  }

  /// Adds `@MockMethod` to methods without bodies.
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard let service = ServiceDeclaration(declaration, node), service.isSuitable,
      let function = member.as(FunctionDeclSyntax.self), function.isBodyless
    else { return [] }
    let functions = declaration.memberBlock.members
      .compactMap { $0.decl.as(FunctionDeclSyntax.self) }.filter(\.isBodyless)
    let key = MethodKeys(functions).key(of: function)
    return key == function.name.plainText
      ? ["@MockServices.MockMethod"] : ["@MockServices.MockMethod(\"\(raw: key.escaped)\")"]
  }

  /// Adds nothing, but reports declarations to which the members can't be added.
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let group = declaration.asProtocol((any DeclGroupSyntax).self),
      let service = ServiceDeclaration(group, node), service.isSuitable
    {
      return []
    }
    let keyword = declaration.typeKeyword
    var fixes: [Fix] = []
    if let keyword, ["class", "struct"].contains(keyword.text) {
      let actor = keyword.with(\.tokenKind, .keyword(.actor))
      fixes.append(Fix("write `actor`", replacing: keyword, with: actor))
    }
    if let type = declaration.as(ClassDeclSyntax.self) {
      var isolated = type
      isolated.leadingTrivia = []
      isolated.attributes = [.attribute("@MainActor ")] + isolated.attributes
      isolated.leadingTrivia = type.leadingTrivia
      fixes.append(Fix("write `@MainActor`", replacing: type, with: isolated))
    }
    let kind =
      declaration.is(ClassDeclSyntax.self) ? "a class without an actor" : declaration.kindName
    context.report(.notAnActor(kind), at: keyword.map { Syntax($0) } ?? Syntax(node), fixes: fixes)
    return []
  }

  /// Generates the registration of the mock.
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let service = ServiceDeclaration(declaration, node), service.isSuitable,
      declaration.as(ClassDeclSyntax.self)?.genericParameterClause == nil
    else { return [] }
    let simple = ServiceProperties.areSimple(declaration.memberBlock.members)
    let make = "\(type.trimmed)(sequencer: sequencer)"
    let mock = service.isActor || simple ? make : "MainActor.assumeIsolated { \(make) }"
    let resolved = service.resolvedType
    let source: DeclSyntax = """
      extension \(type.trimmed): MockServices.RegisteredMock {
        \(raw: service.access)nonisolated static var mockRegistration: MockServices.MockServiceRegistration {
          MockServices.MockServiceRegistration(\(raw: service.name), as: \(raw: resolved).self) { sequencer, receiver in
            receiver.receive(\(raw: mock), as: \(raw: resolved).self)
          }
        }
      }
      """
    return source.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}

extension FunctionDeclSyntax {
  fileprivate var isBodyless: Bool {
    body == nil && attributes.first(named: "MockMethod") == nil
  }
}

extension DeclSyntaxProtocol {
  var typeKeyword: TokenSyntax? { asProtocol((any DeclGroupSyntax).self)?.introducer }
}

/// The stored properties of a `@MockService` type, which its initializer must set.
struct ServiceProperties {
  /// The subjects that the initializer sets, with their defaults as written in the source.
  private(set) var subjects: [(name: String, type: TypeSyntax, fallback: String?)] = []
  /// Whether an initializer with any isolation can initialize all properties.
  let areSimple: Bool
  private(set) var problems: [Diagnostic] = []
  private static let subject = "CurrentValueSubject<"

  static func areSimple(_ members: MemberBlockItemListSyntax) -> Bool {
    members.allSatisfy { member in
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        !variable.modifiers.has("static", "class", "lazy")
      else { return true }
      let isIsolated = !variable.modifiers.has("nonisolated")
      return variable.bindings.allSatisfy { binding in
        // Combine's subjects aren't `Sendable`.
        if isIsolated, binding.typeAnnotation?.type.trimmedDescription.contains(subject) == true {
          return false
        }
        return binding.initializer?.value.isLiteral ?? true
      }
    }
  }

  init(_ members: MemberBlockItemListSyntax) {
    areSimple = Self.areSimple(members)
    for member in members {
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        !variable.modifiers.has("static", "class", "lazy")
      else { continue }
      for binding in variable.bindings where binding.isStored {
        add(binding, of: variable)
      }
    }
  }

  private mutating func add(_ binding: PatternBindingSyntax, of variable: VariableDeclSyntax) {
    let name = binding.pattern.trimmedDescription
    guard name != "sequencer" else { return }
    var isOptional = false
    var type = binding.typeAnnotation?.type.withoutAttributes
    if let wrapped = type?.as(OptionalTypeSyntax.self)?.wrappedType {
      (type, isOptional) = (wrapped, true)
    }
    let isVariable = variable.bindingSpecifier.text == "var"
    if case .subject = ResultShape(type), let type {
      if type.genericArguments.last?.trimmedDescription != "Never" {
        problems.append(Diagnostic(.subjectFails(name), at: type))
      } else if let value = binding.initializer {
        problems.append(
          Diagnostic(
            .subjectHasValue(name), at: value,
            fixes: defaultFix(binding, of: variable).map { [$0] } ?? []))
      } else {
        let fallback = variable.attributes.first(named: "MockDefault")?.arguments(nil).first
        if let element = type.genericArguments.first {
          subjects.append((name, element, fallback?.trimmedDescription))
        }
      }
      return
    }
    if let value = binding.initializer?.value {
      let called = value.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
      if called?.hasPrefix(Self.subject) == true, !isVariable {
        problems.append(Diagnostic(.subjectHasValue(name), at: value))
      }
    } else if !(isVariable && isOptional) && variable.attributes.isEmpty {
      problems.append(Diagnostic(.noValue(name), at: binding.pattern))
    }
  }

  /// Returns a fix that moves the value of `= CurrentValueSubject(value)` to an attribute before the property.
  private func defaultFix(
    _ binding: PatternBindingSyntax, of variable: VariableDeclSyntax
  ) -> Fix? {
    guard variable.bindings.count == 1,
      let call = binding.initializer?.value
        .as(FunctionCallExprSyntax.self), let value = call.arguments.first?.expression,
      let type = binding.typeAnnotation?.type.withoutAttributes.genericArguments.first
    else { return nil }
    var text = value.trimmedDescription
    if text.hasPrefix(".") { text = type.trimmedDescription + text }
    let attribute: AttributeSyntax = "@MockDefault(\(raw: text)) "
    var new = variable
    new.leadingTrivia = []
    var bare = binding
    bare.initializer = nil
    bare.typeAnnotation?.trailingTrivia = []
    new.bindings = [bare]
    new.attributes = [.attribute(attribute)] + new.attributes
    new.leadingTrivia = variable.leadingTrivia
    return Fix("write `@MockDefault(\(text))`", replacing: variable, with: new)
  }
}

extension PatternBindingSyntax {
  var isStored: Bool {
    guard let accessorBlock else { return true }
    guard case .accessors(let list) = accessorBlock.accessors else { return false }
    return list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }
}

extension ExprSyntax {
  /// Whether the value is created without a call.
  fileprivate var isLiteral: Bool {
    switch kind {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .stringLiteralExpr,
      .nilLiteralExpr:
      true
    case .arrayExpr:
      self.as(ArrayExprSyntax.self)?.elements.allSatisfy { $0.expression.isLiteral } ?? false
    case .dictionaryExpr: trimmedDescription.filter { !$0.isWhitespace } == "[:]"
    default: false
    }
  }
}
