internal import SwiftSyntax
internal import SwiftSyntaxBuilder

enum ResultShape {
  case nothing
  case value(TypeSyntax)
  /// `Result<Success, Failure>`.
  case result(TypeSyntax, TypeSyntax)
  case tuple([(label: String?, type: TypeSyntax)])
  case stream(of: TypeSyntax, throws: Bool)
  case subject(of: TypeSyntax)
  case publisher(of: TypeSyntax, TypeSyntax)
  /// `Self`: the mock itself.
  case itself
  /// A stream with a specific error type, which can't be created.
  case typedStream(Fix)

  init(_ written: TypeSyntax?) {
    guard let type = written?.withoutAttributes else {
      self = .nothing
      return
    }
    if let tuple = type.as(TupleTypeSyntax.self) {
      let elements = tuple.elements.map { element in
        (
          label: element.firstName.map(\.plainText).flatMap { $0 == "_" ? nil : $0 },
          type: element.type
        )
      }
      self = elements.isEmpty ? .nothing : .tuple(elements)
    } else if type.is(FunctionTypeSyntax.self), let written {
      self = .value(written.withoutSpecifiers)
    } else if let constrained = type.as(SomeOrAnyTypeSyntax.self) {
      self = Self.sequence(constrained) ?? .value(type)
    } else if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      self = .value(TypeSyntax(OptionalTypeSyntax(wrappedType: optional.wrappedType)))
    } else {
      self = Self.named(type)
    }
  }

  private static func sequence(_ type: SomeOrAnyTypeSyntax) -> ResultShape? {
    let constraint = type.firstConstraint
    let arguments = constraint.genericArguments
    guard constraint.lastName == "AsyncSequence", arguments.count == 2 else { return nil }
    if arguments[1].trimmedDescription == "Never" {
      return .stream(of: arguments[0], throws: false)
    }
    return arguments[1].isAnyError ? .stream(of: arguments[0], throws: true) : nil
  }

  private static func named(_ type: TypeSyntax) -> ResultShape {
    let arguments = type.genericArguments
    switch (type.lastName, arguments.count) {
    case ("Void", 0): return .nothing
    case ("Self", 0): return .itself
    case ("Result", 2): return .result(arguments[0], arguments[1])
    case ("AsyncStream", 1): return .stream(of: arguments[0], throws: false)
    case ("AsyncThrowingStream", 2):
      if arguments[1].isAnyError { return .stream(of: arguments[0], throws: true) }
      let any = TypeSyntax("any Error" as TypeSyntax)
      return .typedStream(Fix("write `any Error`", replacing: arguments[1], with: any))
    case ("CurrentValueSubject", 2): return .subject(of: arguments[0])
    case ("AnyPublisher", 2): return .publisher(of: arguments[0], arguments[1])
    default: return .value(type)
    }
  }

  /// Whether the response arrives over time even if the requirement isn't `async`.
  var isOverTime: Bool {
    switch self {
    case .stream, .publisher: true
    default: false
    }
  }
}

extension ResultShape {
  private static let publishers: Set<String> = [
    "AnyPublisher", "Publisher", "PassthroughSubject", "Future", "ConnectablePublisher",
  ]

  /// Returns why `@MockMethod` can't return a type, and a fix if there is one; nil if it can.
  static func problem(
    with written: TypeSyntax
  ) -> (reason: MockProblem.Unsupported, fix: Fix?)? {
    switch ResultShape(written) {
    case .nothing: return nil
    case .value(let type): return reason(type).map { ($0, nil) }
    case .result: return (.result, nil)
    case .tuple: return (.tuple, nil)
    case .stream:
      let isOpaque = written.withoutAttributes.as(SomeOrAnyTypeSyntax.self)?.isOpaque ?? false
      return isOpaque ? (.opaque, nil) : nil
    case .subject, .publisher: return (.publisher, nil)
    case .itself: return (.itself, nil)
    case .typedStream(let fix): return (.streamFailure, fix)
    }
  }

  private static func reason(_ value: TypeSyntax) -> MockProblem.Unsupported? {
    let type = value.withoutAttributes
    if type.is(FunctionTypeSyntax.self) { return .function }
    if let wrapped = type.as(OptionalTypeSyntax.self)?.wrappedType {
      if case .subject = ResultShape(wrapped) { return nil }
      return problem(with: wrapped)?.reason
    }
    let constrained = type.as(SomeOrAnyTypeSyntax.self)
    let name = (constrained?.firstConstraint ?? type).lastName ?? ""
    if publishers.contains(name) { return .publisher }
    if let constrained { return constrained.isOpaque ? .opaque : .existential }
    return ["Any", "AnyObject", "Never"].contains(name) && type.genericArguments.isEmpty
      ? .existential : nil
  }
}

extension SomeOrAnyTypeSyntax {
  fileprivate var isOpaque: Bool { someOrAnySpecifier.text == "some" }

  fileprivate var firstConstraint: TypeSyntax {
    constraint.as(CompositionTypeSyntax.self)?.elements.first?.type ?? constraint
  }
}

extension TypeSyntax {
  var metatype: String {
    let text = FunctionParameterNames().removed(from: self).trimmedDescription
    return text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" })
      ? "\(text).self" : "(\(text)).self"
  }

  /// The name of the type without its module and outer types, or nil if the type has no name.
  var lastName: String? {
    self.as(IdentifierTypeSyntax.self)?.name.plainText
      ?? self.as(MemberTypeSyntax.self)?.name.plainText
  }

  var genericArguments: [TypeSyntax] {
    let clause =
      self.as(IdentifierTypeSyntax.self)?.genericArgumentClause
      ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause
    return clause?.arguments.compactMap { $0.argument.as(TypeSyntax.self) } ?? []
  }

  var isAnyError: Bool {
    ["any Error", "Error", "any Swift.Error", "Swift.Error", "(any Error)"]
      .contains(trimmedDescription)
  }

  func mentions(_ names: Set<String>) -> Bool {
    tokens(viewMode: .sourceAccurate).contains { names.contains($0.plainText) }
  }
}

/// Removes the names of parameters in the types of functions, because expressions can't contain them.
private final class FunctionParameterNames: SyntaxRewriter {
  func removed(from type: TypeSyntax) -> Syntax { rewrite(type) }

  override func visit(_ node: FunctionTypeSyntax) -> TypeSyntax {
    var node = node
    node.parameters = TupleTypeElementListSyntax(
      node.parameters.map { parameter in
        var parameter = parameter
        (parameter.firstName, parameter.secondName, parameter.colon) = (nil, nil, nil)
        return parameter
      })
    return super.visit(node)
  }
}
