import CMockPlatform
import MockPlatform
import TestSupport
import Testing

@Suite struct ListeningSocketTests {
  @Test("Closing a listening socket wakes its thread at once and frees its port")
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

  @Test("A listening socket is closed with its last reference")
  func end() throws {
    let port = try ListeningSocket(port: 0).port
    #expect(SystemError(-mockplatform_connect(UInt16(port), 10_000)).isRefusal)
  }

  @Test("A port in use is an error")
  func taken() throws {
    let socket = try ListeningSocket(port: 0)
    #expect(throws: SystemError.self) { try ListeningSocket(port: socket.port) }
    #expect(socket.wait(until: .now))
    #expect(socket.accept() == nil)
  }
}
