internal import Foundation
public import MockDebugModes
public import MockServices

/// The first screen, as lines of text.
@MainActor
public final class HomeScreen {
  private let services: ServiceProvider
  private let launch: DebugLaunch
  private let activator: DeveloperModeActivator
  private let clock: MockClock

  /// Creates the screen.
  ///
  /// - Parameters:
  ///   - services: The services of the app.
  ///   - launch: The launch of the app.
  ///   - codeHash: The hash of the developer code; nil in a build without one.
  ///   - clock: The clock for dates and taps; the system clock by default.
  public init(
    services: ServiceProvider, launch: DebugLaunch, codeHash: CodeHash?, clock: MockClock = .system
  ) {
    self.services = services
    self.launch = launch
    self.clock = clock
    activator = DeveloperModeActivator(codeHash: codeHash, store: launch.store, clock: clock)
  }

  /// Returns the lines that the screen shows at first.
  public func appear() async -> [String] {
    let status = await services.resolve(\.subscriptionService).currentStatus()
    let days = status.expirationDate.map {
      Int(($0.timeIntervalSince(clock.today) / 86400).rounded())
    }
    let begin = clock.today
    let events = try? await services.resolve(\.calendarSyncManager)
      .sync(from: begin, to: begin.addingTimeInterval(30 * 24 * 3600))
    return [
      "tier: \(launch.tier)",
      "introduction: \(launch.options.onboarding)",
      "subscription: \(status.tier)\(days.map { " for \($0) days" } ?? "")",
      "events: \(events.map { "\($0.count)" } ?? "none")",
    ]
  }

  /// Performs a user's command.
  ///
  /// - Parameter command: `ask PROMPT`, `tap`, `code CODE`, `revoke`, or `quit`.
  /// - Returns: The line that changes, or nil to end the app.
  public func perform(_ command: String) async -> String? {
    let words = command.split(separator: " ", maxSplits: 1).map(String.init)
    let argument = words.count > 1 ? words[1] : ""
    switch words.first {
    case "ask": return await answer(to: argument)
    case "tap": activator.registerTap()
    case "code": activator.submit(code: argument)
    case "revoke": activator.revoke()
    case "quit": return nil
    default: return "unknown: \(command)"
    }
    let mode = activator.isDeveloperModeActive ? "on at the next launch" : "off"
    return "developer mode: \(mode)\(activator.isCodeEntryEnabled ? ", enter the code" : "")"
  }

  private func answer(to prompt: String) async -> String {
    let engine = services.resolve(\.llmEngine)
    guard await engine.isAvailable() else { return "no answer: this device has no language model" }
    do {
      return "answer: \(try await engine.generateResponse(prompt: prompt))"
    } catch {
      return "no answer: \(error)"
    }
  }
}
