internal import SwiftSyntax

extension MockedRequirement {
  /// The requirement in the contract of its protocol, as an expression.
  var contract: String {
    let type = resultType?.withoutAttributes.trimmedDescription.oneLine.escaped
    if kind == .stateGetter {
      return "MockServices._MockContract.Property(\"\(key.escaped)\", \"\(type ?? "")\")"
    }
    var list = ["\"\(key.escaped)\""]
    let recorded = parameters.filter { $0.kind != .closure && $0.kind != .isolation }
    if !recorded.isEmpty {
      let names = recorded.map { parameter in
        let type = parameter.syntax.type.trimmedDescription.oneLine.escaped
        return
          "MockServices._MockContract.Method.Parameter(\"\(parameter.label.escaped)\", \"\(type)\")"
      }
      list.append("[\(names.joined(separator: ", "))]")
    }
    if case .nothing = shape {} else if let type { list.append("returns: \"\(type)\"") }
    if isAsync { list.append("isAsync: true") }
    if !tryWord.isEmpty || isRethrowing { list.append("canThrow: true") }
    if isAsync || shape.isOverTime || completion != nil { list.append("waits: true") }
    if isStatic { list.append("isStatic: true") }
    return "MockServices._MockContract.Method(\(list.joined(separator: ", ")))"
  }
}

extension String {
  /// The text on one line.
  fileprivate var oneLine: String {
    split(whereSeparator: \.isNewline).map { $0.split(separator: " ").joined(separator: " ") }
      .joined(separator: " ")
  }
}
