import Foundation
import MockLua
import MockServices

/// Launched by tests of the live session: a process with a session, which can be killed in place of a test.
@main
struct SessionServer {
  static func main() async throws {
    let scenario = try ScenarioRuntime(
      source: #"service "Bank" { rate = reply(7), upload = reply "stored" :gate "upload" }"#,
      name: "bank.lua")
    // It lives as long as its test, which may be slow: the end of the test closes the standard input.
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
