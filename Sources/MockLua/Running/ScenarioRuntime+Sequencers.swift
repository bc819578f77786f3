public import MockCalls
package import MockConfiguration
public import MockContainer
internal import MockData
internal import MockPlatform

/// Support for mocks that an app creates at launch.
///
/// They use the runtime's sequencers.
extension ScenarioRuntime: MockSequencerSource, RouteSource {
  package nonisolated var passesUnknown: Bool { context.passing != .asWritten }

  package nonisolated var routes: RouteTable {
    routeCache.table {
      answers.withLock {
        RouteTable($0.configuration.hosts, preferring: context.swiftResponses.routes)
      }
    }
  }

  package nonisolated func add(_ routes: [RouteInSwift]) -> Bool {
    context.withoutCalls {
      let replaced = answers.withLock { scenario in
        let replaced = context.swiftResponses.add(routes)
        for (service, method) in replaced {
          scenario.configuration.services[service]?.methods[method] = nil
        }
        for route in routes {
          let (service, method) = (route.service, route.method)
          scenario.configuration.services[service, default: MockServiceEntry()].methods[method] =
            route.config
          scenario.places[service, default: [:]][method] = route.config.responses.map { _ in
            route.place
          }
        }
        return replaced
      }
      routeCache.invalidate()
      sequencers.replaceAnswers(of: routes, withdrawing: replaced)
    }
    return true
  }

  package nonisolated func report(_ failure: MockFailure) { context.report(failure) }
}

extension ScenarioRuntime {
  /// Returns the sequencer of a service that the scenario declares.
  ///
  /// If the name isn't declared but is similar to a declared one, this is reported at the caller's line. In a test, it
  /// is an issue. Any other name that isn't declared may belong to a mock that is stubbed or never called. Its calls
  /// are `unconfigured`.
  ///
  /// - Parameters:
  ///   - service: The service's name.
  ///   - declared: Whether the scenario should declare it; true by default.
  ///   - file: The caller's file.
  ///   - line: The caller's line.
  /// - Returns: The sequencer, which is always the same for a name.
  public nonisolated func sequencer(
    for service: String, declared: Bool = true, file: StaticString = #filePath, line: UInt = #line
  ) -> MockCallSequencer {
    let names = configuration.services.keys
    if declared, !names.contains(service),
      let meant = NearestName.likelyTypo(of: service, candidates: names)
    {
      context.report(
        MockFailure(
          severity: .report,
          message:
            "the scenario declares no service `\(service.escaped)`; did you mean `\(meant.escaped)`?",
          sourceLocation: MockSourceLocation(file: file, line: line)))
    }
    return sequencers.sequencer(for: service)
  }
}
