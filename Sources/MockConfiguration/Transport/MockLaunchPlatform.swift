/// A system that launches apps, and how much an environment carries there.
package enum MockLaunchPlatform: String, Sendable, CaseIterable {
  /// A variable of Linux holds 128 KiB with its name and its end.
  case linux = "Linux"
  /// Arguments and environment of a process on Apple's systems other than macOS: 256 KiB.
  case apple = "iOS, tvOS, watchOS and visionOS"
  /// Arguments and environment of a process on macOS: 1 MiB.
  case macOS

  /// The system that this process runs on.
  package static var current: MockLaunchPlatform {
    #if os(macOS)
      .macOS
    #elseif canImport(Darwin)
      .apple
    #else
      .linux
    #endif
  }

  /// The most bytes of the variable that carries a configuration.
  ///
  /// On Apple's systems 32 KiB are left to arguments and other variables.
  package var limit: Int {
    switch self {
    case .linux: (128 << 10) - "\(MockServiceConfiguration.environmentVariable)=".utf8.count - 1
    case .apple: (256 - 32) << 10
    case .macOS: (1024 - 32) << 10
    }
  }

  /// The most bytes of the variable beside others and arguments that are known.
  ///
  /// On Linux each has its own limit; on Apple's systems they share one.
  package func largestValue(beside environment: [String: String], arguments: [String]) -> Int {
    guard self != .linux else { return limit }
    // Each text has an end, and a pointer to it.
    let texts = arguments.map(\.utf8.count) + environment.map { $0.utf8.count + $1.utf8.count + 1 }
    return max(0, limit - texts.reduce(0) { $0 + $1 + 1 + MemoryLayout<Int>.size })
  }
}
