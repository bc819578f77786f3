internal import SwiftSyntax

/// The names of methods in configurations.
///
/// Overloads have longer names.
struct MethodKeys {
  private let counts: [String: Int]

  init(_ functions: [FunctionDeclSyntax]) {
    var counts: [String: Int] = [:]
    for function in functions {
      for name in Set(Self.names(function)) { counts[name, default: 0] += 1 }
    }
    self.counts = counts
  }

  /// Returns the shortest name that no other method has.
  func key(of function: FunctionDeclSyntax) -> String {
    let names = Self.names(function)
    return names.first { counts[$0, default: 0] <= 1 } ?? names[names.count - 1]
  }

  /// Returns the possible names: the plain name, the name with labels, with types, and with the result.
  private static func names(_ function: FunctionDeclSyntax) -> [String] {
    let name = function.name.plainText
    let parameters = function.signature.parameterClause.parameters
    let labels = parameters.map { "\($0.firstName.plainText):" }.joined()
    let types = parameters.map {
      "\($0.firstName.plainText): \($0.type.trimmedDescription)\($0.ellipsis?.text ?? "")"
    }.joined(separator: ", ")
    let result = function.signature.returnClause?.type.trimmedDescription ?? "Void"
    return [name, "\(name)(\(labels))", "\(name)(\(types))", "\(name)(\(types)) -> \(result)"]
  }
}
