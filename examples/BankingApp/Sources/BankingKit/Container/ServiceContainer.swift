public import MockServices

/// Where the app's services are had.
public enum ServiceContainer {
  /// The one container of the app.
  public static let shared = DependencyContainer.shared
}

extension DependencyContainer {
  /// Registers the services of production; nothing here knows of mocks.
  ///
  /// - Parameter resolver: Has the ``Bank`` that the services talk to.
  public func registerDependencies(with resolver: any DependencyResolver) {
    register(for: Bank.self) { _ in try resolver.resolve() }
    register(for: (any PrimaryServiceProtocol).self) { LivePrimaryService(bank: try $0.resolve()) }
    register(for: (any SecondaryServiceProtocol).self) {
      LiveSecondaryService(bank: try $0.resolve())
    }
    register(for: (any TertiaryServiceProtocol).self) {
      LiveTertiaryService(bank: try $0.resolve())
    }
    register(for: (any QuaternaryServiceProtocol).self) {
      LiveQuaternaryService(bank: try $0.resolve())
    }
    register(for: (any QuinaryServiceProtocol).self) { LiveQuinaryService(bank: try $0.resolve()) }
    register(for: (any OTPServiceProtocol).self) { LiveOTPService(bank: try $0.resolve()) }
  }
}
