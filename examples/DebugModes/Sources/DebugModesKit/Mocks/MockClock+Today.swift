public import Foundation
public import MockServices

extension MockClock {
  /// The date that the clock shows.
  public var today: Date { Date(timeIntervalSince1970: sinceEpoch / .seconds(1)) }
}
