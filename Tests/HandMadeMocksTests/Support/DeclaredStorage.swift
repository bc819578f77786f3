import Foundation
import HandMadeMocks

// Mocks that declare their own storage, in Swift 5 style.

final class DeclaredUserService: UserServiceProtocol, MockProtocol {
  // MARK: - MockProtocol
  nonisolated(unsafe) var invocations: [String: [Any]] = [:]
  nonisolated(unsafe) var stubbedResults: [String: Any] = [:]
  let mockLock = NSLock()

  // MARK: - UserServiceProtocol
  func getCurrentUser() async throws -> User? {
    recordInvocation("getCurrentUser")
    return stubbedResult(for: "getCurrentUser", default: User.makeStub())
  }

  func saveUser(_ user: User) async throws {
    recordInvocation("saveUser", arguments: user)
    if let error = stubbedResults["saveUser_error"] as? any Error {
      throw error
    }
  }

  func nickname(of user: User) -> String {
    recordInvocation("nickname", arguments: user)
    return stubbedResult(for: "nickname", default: user.name)
  }
}

@MainActor
protocol DashboardServiceProtocol {
  func updateDashboard() async
}

@MainActor
final class DeclaredDashboardService: DashboardServiceProtocol, MockProtocol {
  // MARK: - MockProtocol (nonisolated for thread safety)
  nonisolated(unsafe) var invocations: [String: [Any]] = [:]
  nonisolated(unsafe) var stubbedResults: [String: Any] = [:]
  nonisolated let mockLock = NSLock()

  // MARK: - DashboardServiceProtocol
  func updateDashboard() async {
    await recordInvocationAsync("updateDashboard")
  }

  // Helper for recording from MainActor
  nonisolated func recordInvocationAsync(_ method: String, arguments: Any...) async {
    recordInvocation(method, arguments: arguments)
  }
}

@MainActor
final class MockDashboardService: DashboardServiceProtocol, MockProtocol {
  let mockStorage = MockStorage()
  private(set) var title = ""

  func updateDashboard() async {
    await recordInvocationAsync("updateDashboard", arguments: title, 1)
    title = stubbedResult(for: "updateDashboard", default: "Today")
  }
}
