internal import SwiftSyntax

extension MockedRequirement {
  /// The expression that pushes values, with its type; nil if the requirement can't deliver more than one value.
  private var push: (type: String, make: String)? {
    func stream(_ element: TypeSyntax, _ failure: String) -> (type: String, make: String) {
      ("MockServices.MockStreamPush<\(types.data(element)), \(failure)>", "_stream")
    }
    guard kind == .method || kind == .getter && name != "`subscript`" else { return nil }
    switch shape {
    case .stream(let element, let canThrow) where !types.isGeneric(element):
      return stream(element, canThrow ? "any Swift.Error" : "Swift.Never")
    case .publisher(let element, let failure)
    where !types.isGeneric(element) && !types.isGeneric(failure):
      return stream(element, types.data(failure))
    default:
      guard let parameters = observer?.syntax.type.function?.parameters else { return nil }
      let values = parameters.map { types.data($0.type) }
      let list = values.count == 1 ? values[0] : "(\(values.joined(separator: ", ")))"
      return ("MockServices.MockHandlerPush<\(list)>", "_handler")
    }
  }

  /// The handler that can be called any number of times, if the macro can see its type.
  private var observer: MockedParameter? {
    guard let completion, completion.isObserver, completion.failure == nil,
      let function = completion.handler.syntax.type.function,
      !types.isGeneric(completion.handler.syntax.type),
      !function.parameters.contains(where: { $0.type.specifiers.contains("inout") })
    else { return nil }
    return completion.handler
  }

  /// The statement that lets pushed values reach a handler with its own types; nil if no push is generated.
  var receivingPushes: String? {
    observer.flatMap { _ in completion.map { "pending.pushes(to: \($0.handler.asHandler))" } }
  }

  /// Returns the name of the property that pushes values; nil for any other requirement.
  func pushName(withLabels: Bool) -> String? {
    push == nil ? nil : stubMethodName(withLabels: withLabels)
  }

  /// Returns the property that pushes values.
  func pushProperty(access: String, name: String) -> String? {
    guard let push else { return nil }
    let receivers = push.make == "_stream" ? "open streams" : "handlers"
    return """
      /// Pushes values to the \(receivers) of `\(key)`.
      \(access)var \(name): \(push.type) { \(push.make)("\(key.escaped)") }
      """
  }
}

extension MockedProtocol {
  /// The name of the class that pushes values, which is nested in the class for stubs.
  var pushing: String { "\(declaration.name.plainText)Pushing" }

  /// The class that pushes values; nil if no requirement can deliver more than one value.
  var pushingClass: String? {
    let helping = helping(access)
    let requirements = MockedRequirements(self, mock: "Mock")
    guard requirements.canPush else { return nil }
    let pushes = requirements.pushes(access: "\(access)final ")
    let kind = access == "public " ? "open " : access
    return """
      /// The properties of `push`.
      \(kind)\(helping.word)class \(pushing): MockServices._MockPushing {
      \((helping.members + pushes).joined(separator: "\n\n"))
      }
      """
  }
}
