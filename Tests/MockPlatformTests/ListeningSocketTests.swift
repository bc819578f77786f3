import CMockPlatform
import MockPlatform
import TestSupport
import Testing

@Suite struct ListeningSocketTests {
  @Test("One that a thread waits for is closed at once, and its port is free")
  func closing() throws {
    for _ in 0..<20 {
      let socket = try ListeningSocket(port: 0)
      let isWaiting = Flag()
      let hasEnded = startThread {
        isWaiting.raise()
        while socket.wait() { _ = socket.accept() }
      }
      isWaiting.wait()
      socket.close()
      let refusal = mockplatform_connect(UInt16(socket.port), 10_000)
      #expect(SystemError(-refusal).isRefusal)
      try ListeningSocket(port: socket.port).close()
      hasEnded.wait()
      #expect(socket.accept() == nil && !socket.wait())
    }
  }

  @Test("It is closed with the last that has it")
  func end() throws {
    let port = try ListeningSocket(port: 0).port
    #expect(SystemError(-mockplatform_connect(UInt16(port), 10_000)).isRefusal)
  }

  @Test("A port that another one has is an error")
  func taken() throws {
    let socket = try ListeningSocket(port: 0)
    #expect(throws: SystemError.self) { try ListeningSocket(port: socket.port) }
    #expect(socket.wait(until: .now))
    #expect(socket.accept() == nil)
  }
}
