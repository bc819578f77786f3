internal import SwiftSyntax
internal import SwiftSyntaxBuilder

/// The kind of a requirement's result, which determines how a response is converted to it.
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
  /// A stream with a specific error type.
  ///
  /// Such a stream can't be created.
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
    var constraint = type.constraint
    if let first = constraint.as(CompositionTypeSyntax.self)?.elements.first?.type {
      constraint = first
    }
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

extension TypeSyntax {
  /// The type followed by `.self`.
  var metatype: String {
    let text = trimmedDescription
    return text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" })
      ? "\(text).self" : "(\(text)).self"
  }
}
