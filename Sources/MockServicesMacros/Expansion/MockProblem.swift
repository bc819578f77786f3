internal import SwiftDiagnostics
internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// A problem with a declaration that can't be mocked in its current form.
enum MockProblem {
  case hasBody(String)
  case isStatic(String)
  case notInType(String)
  case notAFunction
  case unnamedParameter
  case parameterPack(String)
  case notCopyable(String)
  case rethrowing(String)
  case result(String, Unsupported)
  case notDecodable(String)
  case badKey
  case ignoredErrors(String)
  case notAnActor(String)
  case noValue(String)
  case subjectHasValue(String)
  case subjectFails(String)
  case notASubject(String)
  case notAProtocol(String)
  case noClosures(String)
  case notAClosure(String)
  case hiddenClosure(String)
  case conditionalClosure(String)
  case filled(String)
  case noInitializer([String])
  case onlyOfProtocols(String)
  case operatorRequirement(String)
  case inherits(String)
  case inheritsNot(String)
  case objectiveC(String)
  case reserved(String)
  case noRequirement(String, known: [String])

  /// The results that a configuration can't express.
  enum Unsupported {
    case opaque
    case existential
    case tuple
    case function
    case itself
    case result
    case publisher
    case streamFailure
  }
}

extension MockProblem: CustomStringConvertible {
  /// The message, in the form `problem; suggestion`.
  var description: String {
    switch self {
    case .hasBody(let name):
      "`\(name)` has a body, which `@MockMethod` would replace; remove the body or `@MockMethod`"
    case .isStatic(let name):
      "`\(name)` is static, but responses belong to an instance; remove `static`, or write the body yourself"
    case .notInType(let name):
      "`\(name)` is not in a type; move it into one with `@MockService`"
    case .notAFunction:
      "`@MockMethod` is for methods; remove it, and write the body yourself"
    case .unnamedParameter:
      "the parameter has no name, so its argument can't be recorded; give it a name"
    case .parameterPack(let name):
      "`\(name)` takes a parameter pack, whose arguments have no labels; write the method yourself, and list"
        + " it in `@Mocked`: `handwritten: \"\(name)\"`"
    case .notCopyable(let name):
      "`\(name)` is not copyable, but a mock copies the arguments that it records; remove `~Copyable`, or write the"
        + " method yourself"
    case .rethrowing(let name):
      "`\(name)` rethrows, but a mock throws the configured error; write `throws`"
    case .result(let type, let reason): "\(reason.problem(type)); \(reason.suggestion)"
    case .notDecodable(let name):
      "`\(name)` isn't declared as `Decodable`, so a response can't be decoded; write `\(name): Decodable`"
    case .badKey:
      "a method's key must be a non-empty string literal without interpolation; write the method's name"
    case .ignoredErrors(let name):
      "`\(name)` throws or returns a value, so it can't ignore errors; remove `ignoresErrors`"
    case .notAnActor(let kind):
      "`@MockService` needs an actor or a `@MainActor` class, not \(kind); write `actor`"
    case .noValue(let name):
      "`\(name)` has no initial value, and the generated initializer doesn't set it; give `\(name)` a value, or make"
        + " it a `CurrentValueSubject`"
    case .subjectHasValue(let name):
      "`\(name)` gets its value from the configuration, not from an initial value; move the value to `@MockDefault`"
    case .subjectFails(let name):
      "`\(name)` can fail, but shared state cannot; write `Never` as its failure type"
    case .notASubject(let name):
      "`@MockDefault` is for a `CurrentValueSubject` without a value, but `\(name)` is not one;"
        + " write the value after `=`"
    case .notAProtocol(let kind):
      "`@Mocked` is for a protocol or a struct of closures, not for \(kind); write `@MockService` on"
        + " your own mock"
    case .noClosures(let name):
      "`\(name)` has no closures that a script can implement; write `@Mocked` on a protocol or a struct with closures"
    case .notAClosure(let name):
      "`\(name)` isn't declared with a closure type, so a script can't implement it; write its type as `(...) -> ...`,"
        + " or give it a default value"
    case .hiddenClosure(let name):
      "the type of `\(name)` doesn't show the closure's parameters, so a script can't implement it; write its type as"
        + " `(...) -> ...`, or declare the alias in the struct"
    case .conditionalClosure(let name):
      "`\(name)` is inside `#if`, so the initializer can't have a parameter for it; give it a value, such as"
        + " `= { ... }`, or move it out of the `#if`"
    case .filled(let name):
      "`\(name)` is a constant with a value, which a script can't replace; write `var`, or remove the value"
    case .noInitializer(let names):
      "no initializer takes the closures by name; write one with"
        + " \(names.map { "`\($0):`" }.joined(separator: ", ")), or move your initializers to an extension"
    case .onlyOfProtocols(let label):
      "`\(label):` is for protocols, and has no effect on a struct of closures; remove it"
    case .operatorRequirement(let name):
      "`\(name)` is an operator, so a script can't name it; write it yourself, and list it:"
        + " `@Mocked(handwritten: \"\(name)\")`"
    case .inherits(let name):
      "a script can't implement the requirements of `\(name)`; implement them yourself, and write"
        + " `@Mocked(handwritten: \"\(name)\")`"
    case .inheritsNot(let name):
      "the protocol does not inherit from `\(name)`; remove `\(name)`"
    case .objectiveC(let name):
      "`\(name)` is an Objective-C protocol, which only an `NSObject` can implement; write the mock yourself"
    case .reserved(let name):
      "the mock itself uses the name `\(name)`; choose another name"
    case .noRequirement(let name, let known):
      "the protocol has no requirement `\(name)`; write one of \(known.map { "`\($0)`" }.joined(separator: ", "))"
    }
  }
}

extension MockProblem.Unsupported {
  fileprivate func problem(_ type: String) -> String {
    switch self {
    case .opaque: "`\(type)` hides the type to decode"
    case .existential: "`\(type)` does not name the type to decode"
    case .tuple: "the tuple type `\(type)` cannot be decoded"
    case .function: "the function type `\(type)` cannot be decoded"
    case .itself: "`\(type)` would be the mock itself, which cannot be decoded"
    case .result: "`\(type)` cannot be decoded"
    case .publisher: "`\(type)` is a publisher"
    case .streamFailure: "`\(type)` throws only one type of error"
    }
  }

  fileprivate var suggestion: String {
    switch self {
    case .opaque, .existential: "write a concrete type, or implement this member yourself"
    case .tuple: "return a `Codable` struct, or implement this member yourself"
    case .function, .itself: "implement this member yourself"
    case .result: "return the value and throw the error"
    case .publisher: "use an `AsyncThrowingStream`, or implement this member yourself"
    case .streamFailure: "write `any Error` as its failure type"
    }
  }
}

/// The message of a problem or of a fix, in the form that the compiler expects.
struct MockMessage: DiagnosticMessage, FixItMessage {
  let message: String
  let id: String

  var severity: DiagnosticSeverity { .error }
  var diagnosticID: MessageID { MessageID(domain: "MockServices", id: id) }
  var fixItID: MessageID { diagnosticID }
}

struct Fix {
  let title: String
  let change: FixIt.Change

  init(_ title: String, replacing old: some SyntaxProtocol, with new: some SyntaxProtocol) {
    self.title = title
    change = .replace(oldNode: Syntax(old), newNode: Syntax(new))
  }
}

extension Diagnostic {
  init(_ problem: MockProblem, at node: some SyntaxProtocol, fixes: [Fix] = []) {
    self.init(
      node: node, message: MockMessage(message: problem.description, id: "problem"),
      fixIts: fixes.map {
        FixIt(message: MockMessage(message: $0.title, id: "fix"), changes: [$0.change])
      })
  }
}

extension MacroExpansionContext {
  /// Reports problems, and returns whether there are none.
  @discardableResult
  func report(_ problems: [Diagnostic]) -> Bool {
    problems.forEach(diagnose)
    return problems.isEmpty
  }

  func report(_ problem: MockProblem, at node: some SyntaxProtocol, fixes: [Fix] = []) {
    diagnose(Diagnostic(problem, at: node, fixes: fixes))
  }
}

extension GenericParameterClauseSyntax {
  func problems(of name: String) -> [Diagnostic] {
    parameters.compactMap { parameter in
      if parameter.specifier?.text == "each" {
        Diagnostic(.parameterPack(name), at: parameter)
      } else if parameter.inheritedType?.is(SuppressedTypeSyntax.self) == true {
        Diagnostic(.notCopyable(parameter.name.plainText), at: parameter)
      } else {
        nil
      }
    }
  }
}
