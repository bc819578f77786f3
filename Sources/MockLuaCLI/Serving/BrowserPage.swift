import CLibrary
import MockPlatform

/// A file that takes a browser to the inspector.
///
/// Everybody on the machine sees the arguments of a program; the token stands in a file that only this user reads.
struct BrowserPage {
  private let path: String

  /// Opens an address in the user's browser; nil where that is not to be had, which is said.
  static func open(_ url: String) -> BrowserPage? {
    let folder = ProcessEnvironment().value(of: "TMPDIR") ?? "/tmp"
    var template = Array("\(folder)/mocklua-XXXXXX.html".utf8CString)
    // Made for this user alone, and not where something is already.
    let descriptor = mkstemps(&template, 5)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else {
      SessionServer.note("no browser opens: \(path): \(SystemError.last)")
      return nil
    }
    let page = BrowserPage(path: path)
    let text = """
      <!doctype html><meta charset="utf-8"><title>MockLua</title>
      <meta http-equiv="refresh" content="0; url=\(url)"><a href="\(url)">The inspector</a>

      """
    do throws(SystemError) {
      let file = Descriptor(number: descriptor)
      try file.write(text)
      try file.close()
      try start(path)
      return page
    } catch {
      SessionServer.note("no browser opens: \(error)")
      page.remove()
      return nil
    }
  }

  func remove() { unlink(path) }

  private static func start(_ path: String) throws(SystemError) {
    #if canImport(Darwin)
      let program = "open"
    #else
      let program = "xdg-open"
    #endif
    var arguments = [strdup(program), strdup(path), nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    // This process takes some signals on one thread and blocks them elsewhere; a browser is to hear of them.
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
      let environment = _NSGetEnviron().pointee
    #else
      var attributes = posix_spawnattr_t()
      let environment = environ
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let status = posix_spawnp(&process, program, nil, &attributes, &arguments, environment)
    guard status == 0 else { throw SystemError(status) }
    // It ends when the browser has the address; nobody waits for it here.
    let started = process
    IOThread.start {
      var state: Int32 = 0
      while waitpid(started, &state, 0) < 0 && errno == EINTR {}
    }
  }
}
