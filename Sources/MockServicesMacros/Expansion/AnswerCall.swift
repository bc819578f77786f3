internal import SwiftSyntax

/// The expression that answers one method or property.
struct AnswerCall {
  /// The expression of the sequencer.
  var sequencer: String
  /// The name of the method in configurations.
  var key: String
  /// The list of the arguments, or nothing.
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
    // A generic parameter need not be what reading a value without a detour asks of its type.
    type.mentions(genericNames)
      ? "MockServices._MockCodec(\(type.metatype), candidates: [])"
      : "MockServices._MockCodec(decoding: \(type.metatype))"
  }
}
