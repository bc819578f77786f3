extension MockCallSequencer {
  /// A failure as `Service.method(arguments) problem`.
  nonisolated func describe(
    _ method: String, _ arguments: MockArguments, _ problem: String
  ) -> String {
    let name = MethodIdentity(service: service, name: method)
    return "`\(name)` with \(arguments.value.shortText) \(problem)"
  }

  nonisolated func report(_ failure: MockFailure) {
    if let failureHandler {
      failureHandler.report(failure)
    } else {
      MockFailureHandler.report(failure)
    }
  }

  nonisolated func stop(
    _ method: String, _ arguments: MockArguments, _ problem: String
  ) -> Never {
    let failure = MockFailure(severity: .stop, message: describe(method, arguments, problem))
    report(failure)
    fatalError(failure.description)
  }
}
