import Foundation
import MockServices

/// Launched by tests of the live session: an app that makes the calls which it reads from standard input.
///
/// A line is a number and a command; each answer is printed behind the number of its command.
@main
struct SessionApp {
  @MainActor
  static func main() async {
    let contract = contract
    let services = ProcessInfo.processInfo.environment["APP_SERVICES"] ?? "Bank"
    for name in services.split(separator: ",") {
      MockServiceRegistry.shared.register(
        MockServiceRegistration(String(name), as: (any Account).self, contract: contract) { _, _ in
        })
    }
    if ProcessInfo.processInfo.environment["APP_MOCKS_VAULT"] != nil {
      MockServiceRegistry.shared.register(MockVault.self)
    }
    if ProcessInfo.processInfo.environment["APP_RESOLVES_EARLY"] != nil {
      DependencyContainer.shared.register(for: (any Account).self) { _ in RealAccount() }
      _ = try? await DependencyContainer.shared.resolve((any Account).self)
    }
    if ProcessInfo.processInfo.environment["APP_CALLS_EARLY"] != nil {
      _ = try? MockVault().size()
    }
    guard let session = MockServiceBootstrap.configureIfNeeded() else {
      return Output.write("no session")
    }
    if ProcessInfo.processInfo.environment["APP_PRINTS"] != nil { print("printed") }
    Output.write("ready \(session.mocked.joined(separator: ","))")
    let caller = Caller(session.sequencers)
    for await line in Input.lines {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2, words[1] != "quit" else { break }
      caller.perform(words[1], number: words[0])
    }
  }
}

extension SessionApp {
  /// What `APP_CONTRACT` says that the app's services require; nil without it.
  private static var contract: _MockContract? {
    guard let json = ProcessInfo.processInfo.environment["APP_CONTRACT"] else { return nil }
    return try? JSONDecoder().decode(_MockContract.self, from: Data(json.utf8))
  }
}

/// A service of which a macro writes the mock.
@Mocked(errors: VaultError.self)
protocol Vault: Sendable {
  var owner: String { get }
  func size() throws -> VaultSize
  func open() throws
}

struct VaultSize: Decodable, Sendable {
  var items: Int
}

enum VaultError: String, MockErrorConvertible, CaseIterable {
  case locked, alarmed
}

/// A service of which only the name matters.
protocol Account: Sendable {}

struct RealAccount: Account {}

/// Standard output, line by line; lines of several threads do not mix.
enum Output {
  static func write(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}

/// Standard input, read on a thread of its own.
enum Input {
  static var lines: AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    Thread {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }.start()
    return stream
  }
}
