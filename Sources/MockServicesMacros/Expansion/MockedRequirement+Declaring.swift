internal import SwiftSyntax
internal import SwiftSyntaxBuilder

extension MockedRequirement {
  /// The parameters in the mock's declaration.
  var declared: FunctionParameterListSyntax {
    FunctionParameterListSyntax(parameters.map(\.declaration))
  }

  mutating func set(_ asyncSpecifier: TokenSyntax?, _ clause: ThrowsClauseSyntax?) {
    isAsync = asyncSpecifier != nil
    isRethrowing = clause?.throwsSpecifier.text == "rethrows"
    failures = isRethrowing ? .none : Failures(clause)
    for index in parameters.indices where parameters[index].kind == .autoclosure {
      // If an autoclosure throws and the requirement doesn't, only stubs can evaluate it.
      let effects = parameters[index].syntax.type.function?.effectSpecifiers
      let canThrow = if case .any = failures { true } else { isRethrowing }
      if effects?.throwsClause != nil && !canThrow || effects?.asyncSpecifier != nil && !isAsync {
        parameters[index].kind = .closure
      }
    }
  }
}

extension MockedParameter {
  /// Returns the parameter for a setter's new value.
  static func newValue(_ type: TypeSyntax?) -> MockedParameter {
    var type = type?.withoutAttributes ?? "Void"
    if type.isFunction, !type.isOptional { type = "@escaping \(type.trimmed)" }
    let parameter = FunctionParameterSyntax(firstName: "newValue", type: type)
    return MockedParameter(
      syntax: parameter, kind: type.isFunction ? .closure : .data, name: "newValue",
      label: "newValue", number: 0)
  }
}

extension FunctionParameterClauseSyntax {
  /// The labels as written in the name of a function.
  var labels: String { parameters.map { "\($0.firstName.plainText):" }.joined() }
}
