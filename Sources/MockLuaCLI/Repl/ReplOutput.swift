import MockData
import MockPlatform

/// Writes the output of the REPL: results to standard output, errors to standard error.
struct ReplOutput {
  private let style: MessageStyle
  private let renderer: DiagnosticRenderer

  /// Creates the output.
  ///
  /// - Parameter color: Whether the output is colored.
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

  /// Writes errors.
  func report(_ diagnostics: [MockDiagnostic]) {
    Descriptor.standardError.report(renderer.text(of: diagnostics))
  }

  /// Writes a warning, which isn't a failure.
  func warn(_ warning: MockDiagnostic) {
    Descriptor.standardError.report(renderer.text(of: [warning]))
  }

  /// Writes the error of a command at a location.
  func report(_ failure: CommandFailure, at place: ScriptLocation) {
    // The prompt already shows the program.
    let text = String(renderer.text(of: failure).trimmingPrefix("mocklua: "))
    Descriptor.standardError.report("\(place): \(text)")
  }
}
