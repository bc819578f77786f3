internal import CMockPlatform

/// Detects whether the process has loaded this library twice, which happens if an app and its unit test bundle both
/// link it.
///
/// Each copy has its own variables, and doesn't know about the other copy. However, a process has only one Swift
/// runtime, which looks up types by name in all images. If the lookup finds a type other than the caller's own, the
/// caller belongs to the second copy.
package enum LoadedCopy {
  /// This class isn't private, because a private type can't be looked up by name.
  final class Marker {}

  private static let looks = AtomicNumber()

  /// Returns the files that contain the two copies.
  ///
  /// The caller's file is the second one. Returns nil for a single copy, and for every call after the first.
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
