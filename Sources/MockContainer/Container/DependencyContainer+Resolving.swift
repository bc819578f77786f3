extension DependencyContainer: DependencyResolver {
  /// Returns the service of a type.
  ///
  /// - Parameter type: The type, such as `(any LoginService).self`.
  /// - Returns: The service, which may be created for this call.
  /// - Throws: ``DependencyError``. If a factory throws, its error is the cause.
  public func resolve<Service: Sendable>(
    _ type: Service.Type
  ) throws(DependencyError) -> Service {
    open(try box(DependencyKey(type)), as: type)
  }

  /// Returns the service of a type, even if it is created asynchronously.
  ///
  /// - Parameter type: The type, such as `(any LoginService).self`.
  /// - Returns: The service, which may be created for this call.
  /// - Throws: ``DependencyError``. If a factory throws, its error is the cause.
  public func resolve<Service: Sendable>(
    _ type: Service.Type
  ) async throws(DependencyError) -> Service {
    open(try await asynchronousBox(DependencyKey(type)), as: type)
  }

  /// Returns the service of a key.
  ///
  /// - Parameter spec: The key.
  /// - Returns: The service, which may be created for this call.
  /// - Throws: ``DependencyError``. If a factory throws, its error is the cause.
  public func resolve<Spec: ServiceSpec>(spec: Spec.Type) throws(DependencyError) -> Spec.Service {
    open(try box(DependencyKey(spec)), as: Spec.Service.self)
  }

  private func open<Service>(_ box: AnyDependencyBox, as type: Service.Type) -> Service {
    // A service that is registered under a key is in a box of the key's type.
    unsafeDowncast(box, to: DependencyBox<Service>.self).service
  }

  private func box(_ key: DependencyKey) throws(DependencyError) -> AnyDependencyBox {
    while true {
      switch nextStep(for: key, isAsynchronous: false) {
      case .have(let box): return box
      case .fail(let error): throw error
      case .wait(let build, let waiting):
        build.end.wait()
        build.removeWaiting(waiting)
      case .make(let build, let make): return try run(build, make)
      case .makeAsynchronously: throw .asynchronous(key.name, needed: [])
      }
    }
  }

  private func asynchronousBox(
    _ key: DependencyKey
  ) async throws(DependencyError) -> AnyDependencyBox {
    while true {
      switch nextStep(for: key, isAsynchronous: true) {
      case .have(let box): return box
      case .fail(let error): throw error
      case .wait(let build, let waiting):
        await build.end.wait()
        build.removeWaiting(waiting)
      case .make(let build, let make): return try run(build, make)
      case .makeAsynchronously(let build, let make): return try await runAsynchronously(build, make)
      }
    }
  }

  private func run(
    _ build: DependencyBuild,
    _ make: @Sendable (any DependencyResolver) throws -> AnyDependencyBox
  ) throws(DependencyError) -> AnyDependencyBox {
    do {
      return finish(build, with: try DependencyBuild.$current.withValue(build) { try make(self) })
    } catch {
      throw failed(build, error)
    }
  }

  private func runAsynchronously(
    _ build: DependencyBuild,
    _ make: @escaping @Sendable (any DependencyResolver) async throws -> AnyDependencyBox
  ) async throws(DependencyError) -> AnyDependencyBox {
    do {
      let work = { @Sendable in
        try await DependencyBuild.$current.withValue(build) { try await make(self) }
      }
      // If the task that first requested a shared service is canceled, the factory must continue.
      let isShared = build.scope == .singleton
      return finish(build, with: try await isShared ? Task(operation: work).value : work())
    } catch {
      throw failed(build, error)
    }
  }

  private func failed(_ build: DependencyBuild, _ error: any Error) -> DependencyError {
    abandon(build)
    // Report the error of the innermost service.
    return error as? DependencyError
      ?? .factory(build.key.name, needed: build.outer.map(\.key.name), cause: error)
  }
}
