/// A platform on which apps are launched.
///
/// Its environment has a size limit.
package enum MockLaunchPlatform: String, Sendable, CaseIterable {
  /// The limit for each variable on Linux, including its name and terminator, is 128 KiB.
  case linux = "Linux"
  /// The limit for all arguments and variables of a process on other Apple platforms is 256 KiB.
  case apple = "iOS, tvOS, watchOS and visionOS"
  /// The limit for all arguments and variables of a process on macOS is 1 MiB.
  case macOS

  /// The platform of this process.
  package static var current: MockLaunchPlatform {
    #if os(macOS)
      .macOS
    #elseif canImport(Darwin)
      .apple
    #else
      .linux
    #endif
  }

  /// The maximum size in bytes of the variable that contains a configuration.
  ///
  /// On Apple platforms, 32 KiB are reserved for arguments and other variables.
  package var limit: Int {
    switch self {
    case .linux: (128 << 10) - "\(MockServiceConfiguration.environmentVariable)=".utf8.count - 1
    case .apple: (256 - 32) << 10
    case .macOS: (1024 - 32) << 10
    }
  }

  /// Returns the maximum size in bytes of the variable, given the other variables and the arguments.
  ///
  /// On Linux, each variable has its own limit. On Apple platforms, all variables and arguments share one.
  package func largestValue(beside environment: [String: String], arguments: [String]) -> Int {
    guard self != .linux else { return limit }
    // Each string also needs a terminator and a pointer.
    let texts = arguments.map(\.utf8.count) + environment.map { $0.utf8.count + $1.utf8.count + 1 }
    return max(0, limit - texts.reduce(0) { $0 + $1 + 1 + MemoryLayout<Int>.size })
  }
}
