import Foundation
import MockLua
import MockServices
import Testing

@testable import ReservationExample

/// The two mocks of the reservation service, both of which have to keep what is created.
enum MockKind: String, CaseIterable, CustomTestStringConvertible {
  /// An actor of this process.
  case inMemory
  /// The collection of `examples/reservations.lua`.
  case script

  var testDescription: String { rawValue }

  /// The example script, on a clock that runs at full speed; the test keeps it.
  static func runtime() throws -> ScenarioRuntime {
    let script = URL(filePath: #filePath).appending(path: "../../../../reservations.lua")
    return try ScenarioRuntime(path: script.standardizedFileURL.path, clock: .virtual())
  }
}
