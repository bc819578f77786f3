internal import CMockPlatform

/// Knows whether the libraries are in the process twice, as where an app and the bundle of its unit tests both link
/// them: each copy has variables of its own, and knows nothing of the other's.
///
/// The runtime of Swift is in a process once, and finds types of all programs and libraries by their names. The copy
/// whose type is not the one that is found is the second.
package enum LoadedCopy {
  /// Not private: what is has no name by which it could be found.
  final class Marker {}

  private static let looks = AtomicNumber()

  /// The files that have the two copies, the caller's last; nil where there is one copy, and for all but the first
  /// who asks.
  package static func findSecond() -> (first: String, second: String)? {
    guard looks.value == 0, looks.add(1) == 1 else { return nil }
    guard let name = _mangledTypeName(Marker.self), let found = _typeByName(name),
      found != Marker.self
    else { return nil }
    return (file(of: found), file(of: Marker.self))
  }

  private static func file(of type: any Any.Type) -> String {
    let address = UnsafeRawPointer(bitPattern: UInt(bitPattern: ObjectIdentifier(type)))
    return address.flatMap { mockplatform_image_of($0) }.map { String(cString: $0) }
      ?? "a file that the system does not name"
  }
}
