public import MockServices

extension MockServiceRegistry {
  /// Registers the mocks of all banking services.
  public func registerBankingServices() {
    register(MockPrimaryService.self)
    register(MockSecondaryService.self)
    register(MockTertiaryServiceProtocol.self)
    register(MockQuaternaryServiceProtocol.self)
    register(MockQuinaryServiceProtocol.self)
    register(MockOTPServiceProtocol.self)
  }
}
