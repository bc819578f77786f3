import Foundation
import MockLua
import MockServices
import Testing

@testable import ReservationExample

/// The two mocks of the reservation service, which both keep new reservations.
enum MockKind: String, CaseIterable, CustomTestStringConvertible {
  /// An actor in this process.
  case inMemory
  /// The collection of `examples/reservations.lua`.
  case script

  var testDescription: String { rawValue }

  /// Returns a runtime of the example script, on a virtual clock.
  ///
  /// The test must keep the runtime alive.
  static func runtime() throws -> ScenarioRuntime {
    let script = URL(filePath: #filePath).appending(path: "../../../../reservations.lua")
    return try ScenarioRuntime(path: script.standardizedFileURL.path, clock: .virtual())
  }
}
