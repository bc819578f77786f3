internal import SwiftParser
internal import SwiftSyntax

struct ServiceDeclaration {
  let group: any DeclGroupSyntax
  let node: AttributeSyntax
  private let typeName: String

  init?(_ group: any DeclGroupSyntax, _ node: AttributeSyntax) {
    guard let named = group.asProtocol((any NamedDeclSyntax).self) else { return nil }
    (self.group, self.node, typeName) = (group, node, named.name.trimmedDescription)
  }

  var isActor: Bool { group.is(ActorDeclSyntax.self) }

  /// Whether the type can be a mock, which requires an actor or a class on the main actor.
  var isSuitable: Bool {
    isActor || group.is(ClassDeclSyntax.self) && group.attributes.first(named: "MainActor") != nil
  }

  /// The first protocol of the type, under which the service is resolved, if any.
  private var protocolName: String? {
    let markers: Set<String> = ["Sendable", "AnyObject", "Actor", "NSObject"]
    return group.inheritanceClause?.inheritedTypes.lazy
      .filter { $0.type.as(AttributedTypeSyntax.self)?.specifiers.isEmpty ?? true }
      .map(\.type.withoutAttributes)
      .first { $0.lastName.map { !markers.contains($0) } ?? false }?.trimmedDescription
  }

  /// An expression for the name of the service.
  var name: String {
    if let written = node.arguments(nil).first, !written.is(NilLiteralExprSyntax.self) {
      return written.trimmedDescription
    }
    let name = protocolName?.lastName ?? typeName
    return "\"\(name)\""
  }

  /// The type under which the mock is resolved.
  var resolvedType: String { protocolName.map { "(any \($0))" } ?? typeName }

  /// The access level of the added members, followed by a space.
  var access: String { group.modifiers.access }

  var hasSequencer: Bool {
    group.memberBlock.members.contains { member in
      member.decl.as(VariableDeclSyntax.self)?.bindings
        .contains { $0.pattern.trimmedDescription == "sequencer" } ?? false
    }
  }

  func hasInitializer(_ labels: [String]) -> Bool {
    group.memberBlock.members.contains { member in
      member.decl.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters
        .map(\.firstName.plainText) == labels
    }
  }

  /// Returns the lines that initialize the subjects.
  func wiring(_ properties: ServiceProperties) -> String {
    guard !properties.subjects.isEmpty else { return "" }
    let lines = properties.subjects.map { subject in
      let fallback = subject.fallback.map { ", default: { \($0) }" } ?? ""
      let name = subject.name.filter { $0 != "`" }
      let codec = "MockServices._MockPropertyCodec(\(subject.type.metatype))"
      return "\n  self.\(subject.name) = wiring.subject(\"\(name)\", \(codec)\(fallback))"
    }
    return "\n  let wiring = MockServices._MockPropertyWiring(sequencer)" + lines.joined()
  }
}

extension DeclModifierListSyntax {
  /// The access level that makes members as visible as their type, followed by a space.
  var access: String {
    for modifier in self {
      switch modifier.name.text {
      case "public", "open": return "public "
      case "package": return "package "
      default: continue
      }
    }
    return ""
  }

  /// `nonisolated ` if the list has this modifier, and otherwise an empty string.
  var isolation: String { has("nonisolated") ? "nonisolated " : "" }

  /// Returns whether the list has any of the modifiers.
  func has(_ names: String...) -> Bool { contains { names.contains($0.name.text) } }
}

extension AttributeSyntax {
  /// The name of the macro, without its module.
  var macroName: String? { attributeName.lastName }

  /// For nil, returns the arguments before the first label.
  func arguments(_ label: String?) -> [ExprSyntax] {
    guard case .argumentList(let list) = arguments else { return [] }
    var current: String?
    return list.compactMap { argument in
      if let label = argument.label { current = label.plainText }
      return current == label ? argument.expression : nil
    }
  }

  /// The app's own error type as written in the source, if any.
  var errors: String? {
    let expression = arguments("errors").first
    return expression.flatMap { $0.is(NilLiteralExprSyntax.self) ? nil : $0.trimmedDescription }
  }
}

extension AttributeListSyntax {
  static let visibility: Set<String> = ["available", "_spi"]

  /// The attributes for availability and visibility, each followed by a line break.
  var availability: String { text(ending: "\n", where: Self.visibility.contains) }

  /// Returns the attributes whose names a closure accepts as source text, each followed by `end`.
  func text(ending end: String, where accepts: (String) -> Bool) -> String {
    compactMap { $0.as(AttributeSyntax.self) }
      .filter { $0.macroName.map(accepts) ?? false }.map { $0.trimmedDescription + end }.joined()
  }

  func first(named name: String) -> AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.macroName == name }
  }
}

extension ExprSyntax {
  /// The text of a string literal; nil for any other expression, and for a literal with interpolations.
  var literalText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
}
