internal import SwiftSyntax

/// Generates the expression that returns the response of one method or property.
struct AnswerCall {
  /// An expression for the sequencer.
  var sequencer: String
  /// The name of the method in configurations.
  var key: String
  /// The list of arguments.
  ///
  /// It may be empty.
  var arguments = ""
  var shape: AnswerShape
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
