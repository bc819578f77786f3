internal import SwiftSyntax

/// The expression that answers one method or property.
struct AnswerCall {
  /// The expression of the sequencer.
  var sequencer: String
  /// The name of the method in configurations.
  var key: String
  /// The argument `arguments:`, or nothing.
  var arguments = ""
  var shape: AnswerShape
  var isAsync = true
  var failures: Failures
  /// The app's own error, as written.
  var errors: String?
  var ignoresErrors = false
  /// The names of generic parameters and associated types that are in scope.
  var genericNames: Set<String> = []

  /// The body; nil where the shape is not supported.
  var source: String? {
    switch shape {
    case .nothing: void
    case .value(let type): value(type)
    case .stream(let element, let canThrow): stream(element, canThrow)
    case .subject, .unsupported: nil
    }
  }

  private var awaitWord: String { isAsync ? "await " : "" }
  private var quoted: String { "for: \"\(key)\"\(arguments)" }

  private var void: String {
    switch (failures, errors) {
    case (.none, _):
      let option = ignoresErrors ? ", ignoresErrors: true" : ""
      return "\(awaitWord)\(sequencer).recordSilentCall(\(quoted)\(option))"
    case (.typed(let type), _):
      return "try \(awaitWord)\(sequencer).recordVoidCall(\(quoted), throwing: \(type).self)"
    case (.any, let errors?):
      return "try \(awaitWord)\(sequencer).recordVoidCall(\(quoted), converting: \(errors))"
    case (.any, nil):
      return "try \(awaitWord)\(sequencer).recordVoidCall(\(quoted))"
    }
  }

  private func value(_ type: TypeSyntax) -> String {
    var name = type.trimmedDescription
    var access = ""
    if type.mentions(genericNames) {
      // A generic parameter need not be `SendableMetatype`, which the wrapper is.
      if let optional = type.as(OptionalTypeSyntax.self) {
        name = "MockServices.MockDecoded<\(optional.wrappedType.trimmedDescription)>?"
        access = "?.value"
      } else {
        name = "MockServices.MockDecoded<\(name)>"
        access = ".value"
      }
    }
    switch (failures, errors) {
    case (.none, _):
      return "\(awaitWord)\(sequencer).requiredValue(\(quoted), as: \(name).self)\(access)"
    case (.typed(let failure), _):
      return
        "try \(awaitWord)\(sequencer).nextDecodedValue(\(quoted), as: \(name).self, throwing: \(failure).self)\(access)"
    case (.any, let errors?):
      return
        "try \(awaitWord)\(sequencer).nextDecodedValue(\(quoted), as: \(name).self, converting: \(errors))\(access)"
    case (.any, nil):
      return "try \(awaitWord)\(sequencer).nextDecodedValue(\(quoted), as: \(name).self)\(access)"
    }
  }

  private func stream(_ element: TypeSyntax, _ canThrow: Bool) -> String {
    let type = element.trimmedDescription
    var call =
      isAsync
      ? "await \(sequencer).stream(\(quoted), as: \(type).self)"
      : "\(sequencer).deferredStream(\(quoted), as: \(type).self)"
    if !canThrow {
      call += ".reportingErrors(of: \"\(key)\", \(sequencer))"
    } else if let errors {
      call += ".converting(\(errors))"
    }
    return call
  }
}
