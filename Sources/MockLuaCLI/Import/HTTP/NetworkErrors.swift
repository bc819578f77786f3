/// The `URLError`s that correspond to the errors of other programs.
enum NetworkErrors {
  /// Returns the name for a browser error, such as `net::ERR_CONNECTION_REFUSED`; nil if it's unknown.
  static func name(of error: String) -> String? {
    let error = error.uppercased()
    return names.first { error.contains($0.part) }?.name
  }

  private static let names: [(part: String, name: String)] = [
    ("TIMED_OUT", "timedOut"), ("TIMEOUT", "timedOut"), ("ABORTED", "cancelled"),
    ("CONNECTION_REFUSED", "cannotConnectToHost"), ("ADDRESS_UNREACHABLE", "cannotConnectToHost"),
    ("NAME_NOT_RESOLVED", "cannotFindHost"), ("UNKNOWN_HOST", "cannotFindHost"),
    ("INTERNET_DISCONNECTED", "notConnectedToInternet"), ("OFFLINE", "notConnectedToInternet"),
    ("CERT_DATE", "serverCertificateHasBadDate"), ("CERT_AUTHORITY", "serverCertificateUntrusted"),
    ("CERT", "serverCertificateUntrusted"), ("SSL", "secureConnectionFailed"),
    ("TOO_MANY_REDIRECTS", "httpTooManyRedirects"), ("INVALID_RESPONSE", "badServerResponse"),
    ("EMPTY_RESPONSE", "badServerResponse"), ("BLOCKED", "cancelled"),
    ("CONNECTION_RESET", "networkConnectionLost"), ("CONNECTION_CLOSED", "networkConnectionLost"),
    ("NETWORK_CHANGED", "networkConnectionLost"), ("NS_BINDING_ABORTED", "cancelled"),
    ("CANCELED", "cancelled"), ("CANCELLED", "cancelled"),
  ]
}
