import MockData
import MockPlatform

/// Writes what a REPL says: results to standard output, errors to standard error.
struct ReplOutput {
  private let style: MessageStyle
  private let renderer: DiagnosticRenderer

  /// - Parameter color: When there are colours.
  init(_ color: ColorChoice) {
    style = MessageStyle(of: .standardOutput, color)
    renderer = DiagnosticRenderer(style: MessageStyle(of: .standardError, color))
  }

  /// Writes a result and a newline.
  func write(_ text: String, as part: MessageStyle.Part? = nil) throws(CommandFailure) {
    do throws(SystemError) {
      try Descriptor.standardOutput.write(style.painted(text, part) + "\n")
    } catch {
      throw .unwritable(target: "standard output", error)
    }
  }

  /// Writes what went wrong.
  func report(_ diagnostics: [MockDiagnostic]) {
    Descriptor.standardError.report(renderer.text(of: diagnostics))
  }

  /// Writes what is odd, which is no failure.
  func warn(_ warning: MockDiagnostic) {
    Descriptor.standardError.report(renderer.text(of: [warning]))
  }

  /// Writes why a command at a place has failed.
  func report(_ failure: CommandFailure, at place: SourcePlace) {
    // The prompt says already who speaks.
    let text = String(renderer.text(of: failure).trimmingPrefix("mocklua: "))
    Descriptor.standardError.report("\(place): \(text)")
  }
}
