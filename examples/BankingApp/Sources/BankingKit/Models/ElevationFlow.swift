/// A way to get more access.
public enum ElevationFlow: String, Codable, Sendable {
  /// With a one-time code.
  case otp
  /// With the device.
  case device
}
