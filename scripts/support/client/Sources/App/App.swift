import MockServices

@Mocked
protocol MailService: Sendable {
  func send() async throws
}

/// Registers a mock, as an app does at launch.
@_cdecl("use_App")
public func use() {
  MockServiceRegistry.shared.register(MockMailService.self)
  print("App: \(MockServiceRegistry.shared.services)")
}
