internal import SwiftSyntax
internal import SwiftSyntaxBuilder

/// The kind of a method's or property's result.
enum ResponseShape {
  case nothing
  case value(TypeSyntax)
  case stream(of: TypeSyntax, throws: Bool)
  case subject(of: TypeSyntax)
  case unsupported(MockProblem.Unsupported, fix: Fix?)

  private static let publishers: Set<String> = [
    "AnyPublisher", "Publisher", "PassthroughSubject", "Future", "ConnectablePublisher",
  ]

  init(_ written: TypeSyntax?) {
    guard let type = written?.withoutAttributes else {
      self = .nothing
      return
    }
    if let tuple = type.as(TupleTypeSyntax.self) {
      self = tuple.elements.isEmpty ? .nothing : .unsupported(.tuple, fix: nil)
    } else if type.is(FunctionTypeSyntax.self) {
      self = .unsupported(.function, fix: nil)
    } else if let constrained = type.as(SomeOrAnyTypeSyntax.self) {
      self = Self.constrained(constrained)
    } else if let optional = type.as(OptionalTypeSyntax.self) {
      self = Self.optional(optional.wrappedType) ?? .value(type)
    } else if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      let plain = OptionalTypeSyntax(wrappedType: optional.wrappedType)
      self = Self.optional(optional.wrappedType) ?? .value(TypeSyntax(plain))
    } else {
      self = Self.named(type)
    }
  }

  private static func optional(_ wrapped: TypeSyntax) -> ResponseShape? {
    if case .unsupported(let reason, _) = ResponseShape(wrapped) {
      return .unsupported(reason, fix: nil)
    }
    return nil
  }

  private static func constrained(_ type: SomeOrAnyTypeSyntax) -> ResponseShape {
    var constraint = type.constraint
    if let composition = constraint.as(CompositionTypeSyntax.self),
      let first = composition.elements.first?.type
    {
      constraint = first
    }
    let arguments = constraint.genericArguments
    if constraint.lastName == "AsyncSequence", type.someOrAnySpecifier.text == "any",
      let element = arguments.first, arguments.count == 2
    {
      if arguments[1].trimmedDescription == "Never" { return .stream(of: element, throws: false) }
      if arguments[1].isAnyError { return .stream(of: element, throws: true) }
    }
    if let name = constraint.lastName, publishers.contains(name) {
      return .unsupported(.publisher, fix: nil)
    }
    let isOpaque = type.someOrAnySpecifier.text == "some"
    return .unsupported(isOpaque ? .opaque : .existential, fix: nil)
  }

  private static func named(_ type: TypeSyntax) -> ResponseShape {
    let arguments = type.genericArguments
    switch (type.lastName, arguments.count) {
    case ("Void", 0): return .nothing
    case ("Self", 0): return .unsupported(.itself, fix: nil)
    case ("Any", 0), ("AnyObject", 0), ("Never", 0): return .unsupported(.existential, fix: nil)
    case ("Result", 2): return .unsupported(.result, fix: nil)
    case ("AsyncStream", 1): return .stream(of: arguments[0], throws: false)
    case ("AsyncThrowingStream", 2):
      if arguments[1].isAnyError { return .stream(of: arguments[0], throws: true) }
      let any: TypeSyntax = "any Error"
      let fix = Fix("write `any Error`", replacing: arguments[1], with: any)
      return .unsupported(.streamFailure, fix: fix)
    case ("CurrentValueSubject", 2): return .subject(of: arguments[0])
    case (let name?, _) where publishers.contains(name): return .unsupported(.publisher, fix: nil)
    default: return .value(type)
    }
  }
}

extension TypeSyntax {
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

  /// Whether the type is `any Error`.
  var isAnyError: Bool {
    ["any Error", "Error", "any Swift.Error", "Swift.Error", "(any Error)"]
      .contains(trimmedDescription)
  }

  /// Returns whether one of the names occurs in the type.
  func mentions(_ names: Set<String>) -> Bool {
    tokens(viewMode: .sourceAccurate).contains { names.contains($0.plainText) }
  }
}

/// Generates the expression that returns the response of one method or property.
struct ResponseCall {
  /// An expression for the sequencer.
  var sequencer: String
  /// The name of the method in configurations.
  var key: String
  /// The list of arguments.
  ///
  /// It may be empty.
  var arguments = ""
  var shape: ResponseShape
  var isAsync = true
  var failures: Failures
  /// The app's own error type, as written in the source.
  var errors: String?
  var ignoresErrors = false
  /// The names of the generic parameters and associated types in scope.
  var genericNames: Set<String> = []

  /// The body, or nil if this shape of result isn't supported.
  var source: String? {
    switch shape {
    case .nothing: "\(call)\n\(words)_call.perform(throwing: \(failures.type))"
    case .value(let type):
      "\(call)\nreturn \(words)_call.value(\(codec(type)), throwing: \(failures.type))"
    case .stream(let element, let canThrow):
      "return \(begun).\(canThrow ? "stream" : "unfailingStream")(of: \(element.metatype))"
    case .subject, .unsupported: nil
    }
  }

  private var words: String { failures.tryWord + (isAsync ? "await " : "") }

  private var call: String { "let _call = \(begun)" }

  private var begun: String {
    var list = ["\"\(key)\""]
    if !arguments.isEmpty { list.append(arguments) }
    if let errors { list.append("converting: \(errors)") }
    if ignoresErrors { list.append("ignoresErrors: true") }
    return "\(sequencer)._call(\(list.joined(separator: ", ")))"
  }

  private func codec(_ type: TypeSyntax) -> String {
    // A generic parameter may not conform to the protocols that the faster way of decoding requires.
    type.mentions(genericNames)
      ? "MockServices._MockCodec(\(type.metatype), candidates: [])"
      : "MockServices._MockCodec(decoding: \(type.metatype))"
  }
}
