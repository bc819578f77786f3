/// How more access is gained.
public enum ElevationFlow: String, Codable, Sendable {
  /// By a code that is sent.
  case otp
  /// By the device.
  case device
}
