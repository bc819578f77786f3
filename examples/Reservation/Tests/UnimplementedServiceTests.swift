import Foundation
import MockServices
import MockServicesTesting
import Testing

@testable import ReservationExample

/// Tests that a screen only calls the closures that the test implements.
@MainActor
@Suite struct UnimplementedServiceTests {
  @Test("The list only fetches reservations and records an analytics event")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func listOnlyFetches() async {
    var services = Services.unimplemented
    let (store, log) = (services.reservations.store, MockCallLog())
    services.reservations.fetchReservations = log.recording("fetch") {
      await store.setReservations(Reservation.sampleList)
    }
    services.analytics = .mock(log: log)
    let screen = ReservationsViewModel(services: services)

    await MockFailureHandler.$override.withValue(.testing) { await screen.appear() }

    #expect(screen.alert == nil)
    #expect(screen.rows == ["Golden Gate Bridge, 2, confirmed", "Yosemite Valley, 6, pending"])
    #expect(log.calls().map(\.qualifiedMethod) == ["AnalyticsService.track", "fetch"])
  }

  /// An action on the screen that calls an unimplemented closure.
  enum Step: String, CaseIterable, CustomTestStringConvertible {
    case track = "AnalyticsService.track"
    case fetch = "ReservationService.fetchReservations"
    case create = "ReservationService.createReservation"
    case cancel = "ReservationService.cancelReservation"

    var testDescription: String { rawValue }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    @MainActor func perform(on screen: ReservationsViewModel) async {
      switch self {
      case .track, .fetch: await screen.appear()
      case .create: await screen.reserve(Landmark.sampleData[0], date: Date(), partySize: 3)
      case .cancel: await screen.cancel(.sample)
      }
    }

    /// The mock services, in which this step's closure isn't implemented.
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    var services: Services {
      var services = Services.mock
      let unimplemented = ReservationService.unimplemented
      switch self {
      case .track: services.analytics = .unimplemented
      case .fetch: services.reservations.fetchReservations = unimplemented.fetchReservations
      case .create: services.reservations.createReservation = unimplemented.createReservation
      case .cancel: services.reservations.cancelReservation = unimplemented.cancelReservation
      }
      return services
    }
  }

  @Test("Each unimplemented closure is reported by name", arguments: Step.allCases)
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func reported(step: Step) async throws {
    let screen = ReservationsViewModel(services: step.services)
    let failures = await failures { await step.perform(on: screen) }
    #expect(failures.count == 1)
    let failure = try #require(failures.first)
    #expect(failure.severity == .report)
    #expect(failure.message.hasPrefix("`\(step.rawValue)` was called with {"))
    // A throwing closure also shows an alert. The others return a placeholder.
    #expect((screen.alert != nil) == (step != .track))
  }

  @Test("The report shows the arguments and how to implement the closure")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func arguments() async throws {
    let id = UUID()
    let failures = await failures {
      await #expect(throws: MockServiceError.self) {
        try await ReservationService.unimplemented.cancelReservation(id)
      }
    }
    #expect(
      failures.map(\.message) == [
        "`ReservationService.cancelReservation` was called with {\"id\":\"\(id)\"}, but nothing implements"
          + " it; give the service a closure for `cancelReservation`, or remove the"
          + " call"
      ])
  }

  @Test("An unexpected call from the screen is an issue, and the screen keeps running")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func issue() async {
    let screen = ReservationsViewModel(services: Step.create.services)
    await withKnownIssue {
      await MockFailureHandler.$override.withValue(.testing) {
        await Step.create.perform(on: screen)
      }
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix("`ReservationService.createReservation`") == true
    }
    await MockFailureHandler.$override.withValue(.testing) { await screen.appear() }
    #expect(screen.alert == nil)
  }

  @Test("A task without its own services has the unimplemented ones")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func taskLocal() async throws {
    let failures = await failures {
      await ReservationsViewModel().appear()
    }
    #expect(failures.count == 2)
    await Services.$current.withValue(.preview) {
      let screen = ReservationsViewModel()
      await screen.appear()
      #expect(screen.rows.count == 2)
    }
  }

  @Test("Landmarks are unimplemented too")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func landmarks() async throws {
    let failures = await failures {
      await #expect(throws: MockServiceError.self) {
        try await Services.unimplemented.landmarks.fetchLandmarks()
      }
    }
    #expect(failures.first?.message.hasPrefix("`LandmarkService.fetchLandmarks`") == true)
  }

  /// Returns the failures that a closure reports.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  private func failures(_ body: () async -> Void) async -> [MockFailure] {
    let diary = FailureDiary()
    await MockFailureHandler.$override.withValue(MockFailureHandler { diary.write($0) }) {
      await body()
    }
    return diary.failures
  }
}

/// Collects failures from any thread.
///
/// `@unchecked Sendable`: the lock protects the failures.
private final class FailureDiary: @unchecked Sendable {
  private let lock = NSLock()
  private var storage: [MockFailure] = []

  var failures: [MockFailure] { lock.withLock { storage } }

  func write(_ failure: MockFailure) { lock.withLock { storage.append(failure) } }
}
