import Foundation
import MockLua
import MockServices

/// A process with a session, launched by tests of live sessions.
///
/// It can be killed instead of the test.
@main
struct SessionServer {
  static func main() async throws {
    let scenario = try ScenarioRuntime(
      source: #"service "Bank" { rate = reply(7), upload = reply "stored" :gate "upload" }"#,
      name: "bank.lua")
    // The process lives as long as its test, which can be slow. The end of the test closes the standard input.
    Thread {
      while readLine() != nil {}
      exit(0)
    }.start()
    let session = try LiveSession(scenario)
    for (name, value) in session.environment { write("\(name)=\(value)") }
    try await scenario.log.verifyEventually("Bank.upload", within: .seconds(3600))
    write("waiting")
    try await Task.sleep(for: .seconds(3600))
    session.close()
  }

  private static func write(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
