/// The network errors by their names in `URLError.Code`, with their codes in `NSURLErrorDomain`.
///
/// In a route, `fail` accepts these names.
package enum URLErrorName {
  package static func code(of name: String) -> Int? { codes[name] }

  package static func name(of code: Int) -> String? { codes.first { $0.value == code }?.key }

  package static var all: some Collection<String> { codes.keys }

  private static let codes = [
    "unknown": -1,
    "cancelled": -999,
    "badURL": -1000,
    "timedOut": -1001,
    "unsupportedURL": -1002,
    "cannotFindHost": -1003,
    "cannotConnectToHost": -1004,
    "networkConnectionLost": -1005,
    "dnsLookupFailed": -1006,
    "httpTooManyRedirects": -1007,
    "resourceUnavailable": -1008,
    "notConnectedToInternet": -1009,
    "redirectToNonExistentLocation": -1010,
    "badServerResponse": -1011,
    "userCancelledAuthentication": -1012,
    "userAuthenticationRequired": -1013,
    "zeroByteResource": -1014,
    "cannotDecodeRawData": -1015,
    "cannotDecodeContentData": -1016,
    "cannotParseResponse": -1017,
    "internationalRoamingOff": -1018,
    "callIsActive": -1019,
    "dataNotAllowed": -1020,
    "requestBodyStreamExhausted": -1021,
    "appTransportSecurityRequiresSecureConnection": -1022,
    "fileDoesNotExist": -1100,
    "fileIsDirectory": -1101,
    "noPermissionsToReadFile": -1102,
    "dataLengthExceedsMaximum": -1103,
    "secureConnectionFailed": -1200,
    "serverCertificateHasBadDate": -1201,
    "serverCertificateUntrusted": -1202,
    "serverCertificateHasUnknownRoot": -1203,
    "serverCertificateNotYetValid": -1204,
    "clientCertificateRejected": -1205,
    "clientCertificateRequired": -1206,
    "cannotLoadFromNetwork": -2000,
  ]
}
