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
      guard let observer else { return nil }
      let type = observer.syntax.type
      guard let function = type.function else {
        return (
          "MockServices.MockHandlerPush<\(type.withoutAttributes.trimmedDescription)>", "_handler"
        )
      }
      let values = function.parameters.map { types.data($0.type) }.joined(separator: ", ")
      return ("MockServices.MockHandlerPush<(\(values)) -> Swift.Void>", "_handler")
    }
  }

  /// The handler that can be called any number of times.
  ///
  /// If the requirement isn't called with a completion, its handler can be called at any time. If the handler's type is
  /// a type alias, only the handler's name distinguishes it from other closures.
  private var observer: MockedParameter? {
    guard kind == .method, let handlers, handlers.failure == nil else { return nil }
    let handler = handlers.handler
    let type = handler.syntax.type
    guard !types.isGeneric(type), !isRethrowing else { return nil }
    if completion != nil, !handlers.isObserver { return nil }
    guard let function = type.function else {
      return completion != nil || handlers.isNamed ? handler : nil
    }
    return function.parameters.contains { $0.type.specifiers.contains("inout") } ? nil : handler
  }

  /// Whether pushed values reach a handler of the requirement.
  var takesHandler: Bool {
    switch shape {
    case .stream, .publisher: false
    default: observer != nil
    }
  }

  /// The statement that lets pushed values reach a completion handler with its own types; nil if no push is generated.
  var receivingPushes: String? {
    guard let observer, completion != nil else { return nil }
    return "pending.pushes(to: \(observer.asHandler))"
  }

  /// If the statements throw, the handler isn't used any more.
  func receivingPushes(_ statements: String) -> String {
    guard let observer, takesHandler, completion == nil else { return statements }
    let call = handlers?.isOnMainActor == true ? "call.onMainActor()" : "call"
    let labels = observer.valueLabels.map { ", labels: [\($0)]" } ?? ""
    let observing = "\(call).observe(\(observer.asHandler)\(labels))"
    switch failures {
    case .none: return "\(observing)\n\(statements)"
    case .any:
      return
        "let _observer = \(observing)\ndo {\n\(statements)\n} catch {\n_observer.close()\nthrow error\n}"
    case .typed(let type):
      return
        "let _observer = \(observing)\ndo throws(\(type)) {\n\(statements)\n} catch {\n_observer.close()\nthrow error\n}"
    }
  }

  func pushName(withLabels: Bool) -> String? {
    push == nil ? nil : stubMethodName(withLabels: withLabels)
  }

  func pushProperty(access: String, withLabels: Bool) -> String? {
    guard let push else { return nil }
    let receivers = push.make == "_stream" ? "open streams" : "handlers"
    return """
      /// Pushes values to the \(receivers) of `\(key)`.
      \(availability)\(access)var \(stubMethodName(withLabels: withLabels)): \(push.type) { \(push.make)(\(keyExpression("Mock"))) }
      """
  }
}

extension MockedProtocol {
  /// The name of the class that pushes values, which is nested in the class for stubs.
  var pushing: String { "\(declaration.name.plainText)Pushing" }

  /// Returns the class that pushes values; nil if no requirement can deliver more than one value.
  func pushingClass(_ requirements: MockedRequirements) -> String? {
    let helping = helping(access)
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
