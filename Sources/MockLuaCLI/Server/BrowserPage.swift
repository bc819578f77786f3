import CLibrary
import MockPlatform

/// A file that takes a browser to the inspector.
///
/// Everybody on the machine sees the arguments of a program; the token stands in a file that only this user reads.
struct BrowserPage {
  private let file: TemporaryFile

  /// Opens an address in the user's browser; nil where that is not to be had, which is said.
  static func open(_ url: String) -> BrowserPage? {
    let text = """
      <!doctype html><meta charset="utf-8"><title>MockLua</title>
      <meta http-equiv="refresh" content="0; url=\(url)"><a href="\(url)">The inspector</a>

      """
    do throws(SystemError) {
      let page = BrowserPage(file: try TemporaryFile(ending: ".html", holding: text))
      do throws(SystemError) {
        try start(page.file.path)
      } catch {
        page.remove()
        throw error
      }
      return page
    } catch {
      SessionServer.note("no browser opens: \(error)")
      return nil
    }
  }

  func remove() { file.remove() }

  private static func start(_ path: String) throws(SystemError) {
    #if canImport(Darwin)
      let program = "open"
    #else
      let program = "xdg-open"
    #endif
    let started = try ChildProgram.start([program, path])
    // It ends when the browser has the address; nobody waits for it here.
    IOThread.start { _ = ChildProgram.wait(for: started) }
  }
}
