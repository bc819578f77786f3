public import Foundation
public import MockServices

extension MockClock {
  /// The current date of the clock.
  public var today: Date { Date(timeIntervalSince1970: sinceEpoch / .seconds(1)) }
}
