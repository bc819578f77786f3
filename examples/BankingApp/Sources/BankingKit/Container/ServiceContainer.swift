public import MockServices

/// The container of the app's services.
public enum ServiceContainer {
  /// The shared container.
  public static let shared = DependencyContainer.shared
}

extension DependencyContainer {
  /// Registers the live services.
  ///
  /// - Parameter resolver: The resolver that has the services' ``Bank``.
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
