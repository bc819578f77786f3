import MockServices

struct Session: Codable, Sendable, Equatable {
  var user: String
  var token: String
}

enum LoginError: String, MockErrorConvertible, CaseIterable {
  case wrongPassword
  case locked
}

@Mocked
protocol AuthenticationService: Sendable {
  func signIn(user: String, password: String) async throws -> Session
  func refresh(_ session: Session) async throws -> Session
  func signOut() async
  var currentUser: String? { get }
}

@Mocked(errors: LoginError.self)
protocol PasswordService: Sendable {
  func change(from old: String, to new: String) async throws
  func strength(of password: String) async throws -> Int
  func attempts() -> AsyncThrowingStream<Int, any Error>
}

@Mocked
protocol BiometricService: Sendable {
  func authenticate(reason: String) async throws(LoginError) -> Bool
  func enroll() async throws(LoginError)
  var isAvailable: Bool { get async }
}

@Mocked
@MainActor
protocol LoginViewService {
  func signIn(_: String, _: String) async throws -> Session
  var title: String { get set }
}

@Mocked
protocol TokenStore: Actor {
  func token(for account: String) async -> String?
  func store(token: String, in account: String) async throws
  var count: Int { get }
}

@Mocked(inheriting: (any AuthenticationService).self)
protocol AdministrationService: AuthenticationService {
  func remove(user: String) async throws
}
