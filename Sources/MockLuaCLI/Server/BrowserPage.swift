import CLibrary
import MockPlatform

/// A file that redirects a browser to the inspector.
///
/// The arguments of a program are visible to all users of the machine, so the token is in a file that only this user
/// can read.
enum BrowserPage {
  /// Opens a URL in the user's browser, and returns the file.
  ///
  /// If that isn't possible, prints a message and returns nil.
  static func open(_ url: String) -> TemporaryFile? {
    let text = """
      <!doctype html><meta charset="utf-8"><title>MockLua</title>
      <meta http-equiv="refresh" content="0; url=\(url)"><a href="\(url)">The inspector</a>

      """
    do throws(SystemError) {
      let page = try TemporaryFile(ending: ".html", holding: text)
      do throws(SystemError) {
        try start(page.path)
      } catch {
        page.remove()
        throw error
      }
      return page
    } catch {
      SessionServer.note("cannot open a browser: \(error)")
      return nil
    }
  }

  private static func start(_ path: String) throws(SystemError) {
    #if canImport(Darwin)
      let program = "open"
    #else
      let program = "xdg-open"
    #endif
    let started = try ChildProgram.start([program, path])
    // The program ends when the browser has the URL, but this process doesn't wait for it.
    IOThread.start { _ = ChildProgram.wait(for: started) }
  }
}
