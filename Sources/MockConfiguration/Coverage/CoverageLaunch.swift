internal import MockData
internal import MockPlatform

/// Passes the lines of responses in scripts to an app, because the app's configuration doesn't contain them.
package enum CoverageLaunch {
  private enum Key: String, ConfigurationKey {
    case coverage, sources, units
  }

  /// Returns the environment variables that make an app record coverage in the same way as this process, or none if
  /// coverage is off.
  package static func environment(
    for configuration: MockServiceConfiguration
  ) -> [String: String] {
    let units = configuration.services.mapValues { entry in
      entry.methods.mapValues { config in config.responses.map(\.coverage.unit) }
    }
    let first = units.values.lazy.flatMap(\.values).joined().compactMap(\.self).first
    guard let recorder = first?.recorder ?? CoverageRecorder.shared else { return [:] }
    var environment = [CoverageFolder.variable: recorder.folder]
    guard first != nil else { return environment }
    let bytes = value(of: units).compactJSON
    // The name is a hash of the content, so that launches with the same configuration share the file.
    let path = "\(recorder.folder)/\(CoverageSource.hash(of: bytes)).launch.json"
    do throws(SystemError) {
      Folder.make(recorder.folder)
      if !FileStatus.exists(at: path) {
        try FileReplacement(path: path, replacing: nil, permissions: 0o600).write(bytes)
      }
      environment[CoverageFolder.launchVariable] = path
    } catch {
      StandardError.write("mocklua: cannot write an app's coverage: \(path): \(error)\n")
    }
    return environment
  }

  private static func value(of units: [String: [String: [CoverageUnit?]]]) -> AnyCodableValue {
    var numbers: [CoverageSource: Int] = [:]
    var sources: [AnyCodableValue] = []
    let services = units.mapValues { methods in
      AnyCodableValue.dictionary(
        methods.mapValues { units in
          .array(
            units.map { unit in
              guard let identity = unit?.identity else { return .null }
              let number = numbers[identity.source] ?? sources.count
              if number == sources.count {
                numbers[identity.source] = number
                sources.append(identity.source.value(number: number))
              }
              return identity.value(number: nil, source: number)
            })
        })
    }
    return [
      Key.coverage.rawValue: .int(CoverageFormat.version), Key.sources.rawValue: .array(sources),
      Key.units.rawValue: .dictionary(services),
    ]
  }

  /// Counts the uses of the responses in the configuration that this process was launched with.
  package static func count(
    responsesOf configuration: inout MockServiceConfiguration, in environment: [String: String]
  ) {
    guard let folder = environment[CoverageFolder.variable], !folder.isEmpty,
      let path = environment[CoverageFolder.launchVariable]
    else { return }
    do {
      let units = try read(path)
      let recorder = CoverageRecorder.in(folder)
      for (service, methods) in units {
        for (method, units) in methods {
          guard let count = configuration.services[service]?.methods[method]?.responses.count else {
            continue
          }
          for (index, unit) in units.prefix(count).enumerated() {
            configuration.services[service]?.methods[method]?.responses[index].coverage.unit =
              unit.map { recorder.unit($0) }
          }
        }
      }
    } catch {
      StandardError.write("mocklua: cannot write the coverage: \(error)\n")
    }
  }

  private static func read(_ path: String) throws -> [String: [String: [CoverageUnit.Identity?]]] {
    let bytes = try Descriptor(reading: path).readAll(limit: MockServiceConfiguration.largestJSON)
    return try ConfigurationText.read(String(decoding: bytes, as: UTF8.self), file: path) {
      text throws(MockConfigurationError) in
      try text.read { node in
        let object = try ObjectReader<Key>(node)
        let sources = Dictionary(
          try object.required(.sources).list { try CoverageSource.read($0) }.map { ($0, $1) }
        ) { first, _ in first }
        return try object.required(.units).object { methods in
          try methods.object { units in
            try units.list { unit in
              unit.kind == .null
                ? nil : try CoverageUnit.Identity.read(unit) { sources[$0] }.unit
            }
          }
        }
      }
    }
  }
}
