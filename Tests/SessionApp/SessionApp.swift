import Foundation
import MockServices

/// An app that tests of live sessions launch.
///
/// It makes the calls that it reads from standard input.
///
/// Each line is a number and a command. Each response is printed after its command's number.
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
  /// The contract of the app's services from `APP_CONTRACT`, or nil if it isn't set.
  private static var contract: _MockContract? {
    guard let json = ProcessInfo.processInfo.environment["APP_CONTRACT"] else { return nil }
    return try? JSONDecoder().decode(_MockContract.self, from: Data(json.utf8))
  }
}

/// A service with a macro-generated mock.
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

/// A service that is only used by name.
protocol Account: Sendable {}

struct RealAccount: Account {}

/// Standard output, written line by line.
///
/// Lines from different threads don't mix.
enum Output {
  static func write(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}

/// Standard input, read on a separate thread.
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
