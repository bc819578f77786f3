// What Apple's Foundation declares otherwise than that of Linux. Whoever imports Foundation gets this too.
public import Foundation
public import FoundationNetworking

extension URLError.Code {
  /// On Linux codes without a name are none.
  public init(rawValue: Int) { fatalError() }
}
