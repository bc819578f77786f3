package import MockServices

#if canImport(XCTest)
  internal import Foundation
  internal import XCTest
#endif

/// A run of an XCTest test.
///
/// A process runs only one test at a time.
package struct RunningXCTest: Sendable, Equatable {
  /// A number that is unique to this run of the test within the process.
  package var number: Int
  /// The name, such as `SearchTests.testFind`.
  package var name: String
}

/// Tracks the running XCTest test, and reports failures of XCTest tests that have already ended.
///
/// XCTest has no API that returns the running test, so an observer is notified when each test begins and ends. A C
/// function adds the observer while the process loads.
package enum XCTestRunning {
  #if canImport(XCTest)
    private static let observer = XCTestObserver()
  #endif

  /// The running test, or `nil` outside of XCTest.
  package static var test: RunningXCTest? {
    #if canImport(XCTest)
      observer.running
    #else
      nil
    #endif
  }

  /// Calls a closure when the running test has ended, on the thread that runs tests.
  package static func atEnd(_ body: @escaping @Sendable () -> Void) {
    #if canImport(XCTest)
      observer.addEnd(body)
    #endif
  }

  /// Makes ``afterMethod(_:)`` possible for the rest of the running test.
  package static func prepareTeardown() {
    #if canImport(XCTest)
      observer.prepareTeardown()
    #endif
  }

  /// Calls an async closure when the running test's method has returned, and before the test ends.
  ///
  /// - Returns: Whether the closure will be called. In `tearDown`, it is too late.
  package static func afterMethod(_ body: @escaping @Sendable () async -> Void) -> Bool {
    #if canImport(XCTest)
      return observer.addTeardown(body)
    #else
      return false
    #endif
  }

  /// If the test is no longer running, the failure is reported at the end of the test's suite, under the test's name.
  package static func fail(
    _ test: RunningXCTest, _ message: String, at location: MockSourceLocation
  ) {
    #if canImport(XCTest)
      observer.fail(test, message, at: location)
    #endif
  }

  fileprivate static func start() {
    #if canImport(XCTest)
      XCTestObservationCenter.shared.addTestObserver(observer)
    #endif
  }
}

/// Starts observing XCTest while the process loads.
@_cdecl("mocklua_observe_xctest")
package func observeXCTest() { XCTestRunning.start() }

#if canImport(XCTest)
  /// Observes when tests begin and end.
  ///
  /// `@unchecked Sendable`: A lock protects `state`. `current` is a test case, and this class only calls those of its
  /// methods that are safe on any thread.
  private final class XCTestObserver: NSObject, XCTestObservation, @unchecked Sendable {
    /// A failure of a test that has ended.
    struct Late: Sendable {
      var test: RunningXCTest
      var message: String
      var location: MockSourceLocation
    }

    private struct State {
      var count = 0
      var running: RunningXCTest?
      /// Whether the test has the block that calls ``teardowns``, and whether it still accepts more of them.
      var isPrepared = false
      var acceptsTeardowns = false
      var teardowns: [@Sendable () async -> Void] = []
      var ends: [@Sendable () -> Void] = []
      var late: [Late] = []
    }

    private let state = Locked(State(), isLeaf: true)
    private weak var current: XCTestCase?
    private weak var lastSuite: XCTestSuite?

    var running: RunningXCTest? { state.withLock { $0.running } }

    func addEnd(_ body: @escaping @Sendable () -> Void) {
      state.withLock { $0.ends.append(body) }
    }

    /// Adds the block that calls the teardowns.
    ///
    /// XCTest stops the process if a block is added after the test's method has returned, so it is added beforehand.
    func prepareTeardown() {
      let isNew = state.withLock { state in
        guard !state.isPrepared else { return false }
        (state.isPrepared, state.acceptsTeardowns) = (true, true)
        return true
      }
      if isNew { current?.addTeardownBlock { [self] in await tearDown() } }
    }

    private func tearDown() async {
      while let next = takeTeardown() { await next() }
    }

    private func takeTeardown() -> (@Sendable () async -> Void)? {
      state.withLock { state in
        state.acceptsTeardowns = !state.teardowns.isEmpty
        return state.teardowns.isEmpty ? nil : state.teardowns.removeFirst()
      }
    }

    func addTeardown(_ body: @escaping @Sendable () async -> Void) -> Bool {
      state.withLock { state in
        if state.acceptsTeardowns { state.teardowns.append(body) }
        return state.acceptsTeardowns
      }
    }

    func fail(_ test: RunningXCTest, _ message: String, at location: MockSourceLocation) {
      let isRunning = state.withLock { state in
        let isRunning = state.running == test
        if !isRunning {
          state.late.append(Late(test: test, message: message, location: location))
        }
        return isRunning
      }
      if isRunning { XCTFail(message, file: location.file, line: location.line) }
    }

    // MARK: - XCTestObservation

    func testCaseWillStart(_ testCase: XCTestCase) {
      guard !(testCase is EndedTest) else { return }
      current = testCase
      let name = testCase.name
      state.withLock { state in
        state.count += 1
        state.running = RunningXCTest(number: state.count, name: name)
        (state.isPrepared, state.acceptsTeardowns, state.teardowns) = (false, false, [])
      }
    }

    func testCaseDidFinish(_ testCase: XCTestCase) {
      guard !(testCase is EndedTest) else { return }
      current = nil
      let ends = state.withLock { state in
        state.running = nil
        defer { state.ends = [] }
        return state.ends
      }
      for end in ends { end() }
    }

    func testSuiteDidFinish(_ testSuite: XCTestSuite) {
      lastSuite = testSuite
      reportLate()
    }

    func testBundleDidFinish(_ testBundle: Bundle) { reportLate() }

    /// Reports the failures of tests that have already ended.
    ///
    /// XCTest sees each of these tests run a second time and fail.
    private func reportLate() {
      let late = state.withLock { state in
        defer { state.late = [] }
        return state.late
      }
      for (name, failures) in Dictionary(grouping: late, by: \.test.name).sorted(by: {
        $0.key < $1.key
      }) {
        EndedTest.report(failures, of: name, to: lastSuite)
      }
    }
  }

  /// A stand-in for a test that has already ended.
  ///
  /// It is necessary because XCTest accepts no failures for a test case that has finished.
  private final class EndedTest: XCTestCase {
    private var endedName = ""
    override var name: String { endedName }

    static func report(_ failures: [XCTestObserver.Late], of name: String, to suite: XCTestSuite?) {
      #if canImport(Darwin)
        // On Apple platforms, creating a test case requires an Objective-C method, so the running test gets the failure
        // instead.
        for failure in failures {
          XCTFail(
            "\(failure.message) (in \(name))", file: failure.location.file,
            line: failure.location.line)
        }
      #else
        let test = EndedTest(name: "") { _ in
          for failure in failures {
            XCTFail(failure.message, file: failure.location.file, line: failure.location.line)
          }
        }
        test.endedName = name
        test.run()
        if let run = test.testRun { (suite?.testRun as? XCTestSuiteRun)?.addTestRun(run) }
      #endif
    }

    #if canImport(Darwin)
      /// An empty suite, so that the bundle's suites don't include this test.
      override class var defaultTestSuite: XCTestSuite { XCTestSuite(name: "EndedTest") }
    #endif
  }
#endif
