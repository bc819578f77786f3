/// The app in another process that made a call; the log tells by its name which of several it was.
package final class CallOrigin: Sendable {
  /// The name of the app with its process, such as `BankingApp (process 812)`.
  package let name: String

  package init(name: String) { self.name = name }
}
