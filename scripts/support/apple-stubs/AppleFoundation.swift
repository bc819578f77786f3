// Declarations that differ between Apple's Foundation and Foundation on Linux. Importing Foundation imports these too.
public import Foundation
public import FoundationNetworking

extension URLError.Code {
  /// On Linux, this initializer returns nil for codes without a name.
  public init(rawValue: Int) { fatalError() }
}
