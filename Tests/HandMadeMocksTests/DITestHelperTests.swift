import HandMadeMocks
import MockServices
import Testing

private struct RealUserService: UserServiceProtocol {
  func getCurrentUser() async throws -> User? { nil }
  func saveUser(_ user: User) async throws {}
  func nickname(of user: User) -> String { user.name }
}

private enum UserServiceSpec: ServiceSpec {
  static func makeService(_ resolver: any DependencyResolver) -> any UserServiceProtocol {
    RealUserService()
  }
}

private final class Profile: Sendable {
  let users: any UserServiceProtocol

  init(users: any UserServiceProtocol) { self.users = users }
}

extension ServiceKeys {
  fileprivate var users: UserServiceSpec.Type { UserServiceSpec.self }
}

@Suite("A test's container of mocks") struct DITestHelperTests {
  private static let helper = DITestHelper { container in
    container.register(RealUserService(), for: (any UserServiceProtocol).self)
    container.register(for: Profile.self) { Profile(users: try $0.resolve()) }
  }
  .registering((any UserServiceProtocol).self) { MockUserService() }

  @Test("Every container has its own mocks, and creates real services from them")
  func fresh() async throws {
    let (first, second) = (Self.helper.makeContainer(), Self.helper.makeContainer())
    let profile: Profile = try await first.resolve()
    try await profile.users.saveUser(.makeStub())
    try first.mock(MockUserService.self, for: (any UserServiceProtocol).self)
      .verify("saveUser", called: 1)
    try second.mock(MockUserService.self, for: (any UserServiceProtocol).self)
      .verify("saveUser", called: 0)
    let users = try await first.resolve((any UserServiceProtocol).self) as? MockUserService
    #expect(users?.calls(of: "saveUser").count == 1)
  }

  @Test("A mock added later replaces the first, but only in the new helper")
  func replacing() throws {
    let other = Self.helper.registering((any UserServiceProtocol).self) { DeclaredUserService() }
    _ = try other.makeContainer().mock(
      DeclaredUserService.self, for: (any UserServiceProtocol).self)
    _ = try Self.helper.makeContainer().mock(
      MockUserService.self, for: (any UserServiceProtocol).self)
  }

  @Test("Keyed services are mocked too")
  func specs() {
    let container = DITestHelper { $0.registerAll(UserServiceSpec.self) }
      .registering(spec: UserServiceSpec.self) { MockUserService() }
      .makeContainer()
    #expect(container.resolve(\.users) is MockUserService)
    #expect(
      container.resolve(\.users) as? MockUserService
        === container.resolve(\.users) as? MockUserService)
  }

  @Test("A missing mock, or a service that isn't the mock, is an error that explains the problem")
  func errors() {
    let container = DITestHelper().makeContainer()
    #expect(throws: DependencyError.self) {
      try container.mock(MockUserService.self, for: (any UserServiceProtocol).self)
    }
    container.register(RealUserService(), for: (any UserServiceProtocol).self)
    let error = #expect(throws: NotTheMock.self) {
      try container.mock(MockUserService.self, for: (any UserServiceProtocol).self)
    }
    #expect(
      error?.description == "`UserServiceProtocol` is a `RealUserService`, not the mock"
        + " `MockUserService`; add `MockUserService` to the test's `DITestHelper`")
  }
}
