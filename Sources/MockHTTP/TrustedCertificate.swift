#if canImport(FoundationNetworking)
  internal import Foundation
  internal import MockPlatform
  public import FoundationNetworking
#else
  public import Foundation
  internal import Security
#endif

extension URLSession {
  /// Returns a session that trusts the certificate of a server, in addition to the system's certificates.
  ///
  /// ```swift
  /// let server = try ScenarioRuntime.current.httpServer(tls: .selfSigned)
  /// let session = try URLSession.trusting(server.certificate ?? "")
  /// ```
  ///
  /// On Apple platforms, the session's delegate evaluates the server's trust with the certificate. An app with App
  /// Transport Security also needs `NSAllowsLocalNetworking`.
  ///
  /// On Linux, `URLSession` doesn't ask its delegate about certificates. The certificate is added to OpenSSL, so all
  /// sessions that the process creates from now on trust it.
  ///
  /// On all platforms, the host in the URL must be one of the certificate's names.
  ///
  /// - Parameters:
  ///   - certificate: The certificate in PEM format, such as `RouteServer.certificate`, or the contents of a file from
  ///     `mocklua serve --certificate`.
  ///   - configuration: The configuration of the session; `.default` by default.
  /// - Returns: The session.
  /// - Throws: ``CertificateError`` if the text isn't a certificate, or if `URLSession` on Linux doesn't use OpenSSL,
  ///   as in a statically linked program.
  public static func trusting(
    _ certificate: String, configuration: URLSessionConfiguration = .default
  ) throws(CertificateError) -> URLSession {
    guard let bytes = CertificateError.bytes(ofPEM: certificate) else { throw .invalid }
    #if canImport(FoundationNetworking)
      try OpenSSL.trust(bytes)
      return URLSession(configuration: configuration)
    #else
      guard SecCertificateCreateWithData(nil, bytes as CFData) != nil else { throw .invalid }
      return URLSession(
        configuration: configuration, delegate: CertificateTrust(bytes), delegateQueue: nil)
    #endif
  }
}

/// The reason why a session can't trust a certificate.
public struct CertificateError: Error, CustomStringConvertible, Sendable {
  /// The problem and its solution.
  public let description: String

  static let invalid = CertificateError(
    description:
      "the text isn't a certificate in PEM format; pass the `certificate` of a server with `tls: .selfSigned`"
  )

  #if canImport(FoundationNetworking)
    static let noOpenSSL = CertificateError(
      description: "URLSession doesn't use OpenSSL in this process, so it trusts only the system's"
        + " certificates; link Foundation dynamically, or use a server without TLS")
  #endif

  /// Returns the bytes of the first certificate in a text.
  fileprivate static func bytes(ofPEM text: String) -> Data? {
    guard let start = text.range(of: "-----BEGIN CERTIFICATE-----"),
      let end = text.range(of: "-----END CERTIFICATE-----", range: start.upperBound..<text.endIndex)
    else { return nil }
    return Data(
      base64Encoded: String(text[start.upperBound..<end.lowerBound]),
      options: .ignoreUnknownCharacters)
  }
}

#if canImport(FoundationNetworking)
  /// The functions of the OpenSSL library that libcurl has loaded.
  ///
  /// OpenSSL calls a function whenever a TLS context is created, if the function is registered with
  /// `CRYPTO_get_ex_new_index`. Registering a function is the only way to reach a context of `URLSession`, because
  /// Foundation on Linux reads trusted certificates only from a system file. A registered function can't be removed.
  private enum OpenSSL {
    private typealias Pointer = UnsafeMutableRawPointer
    private typealias Register =
      @convention(c) (Int32, Int, Pointer?, NewContext?, Pointer?, Pointer?) -> Int32
    private typealias NewContext =
      @convention(c) (Pointer?, Pointer?, Pointer?, Int32, Int, Pointer?) -> Void
    private typealias ReadCertificate =
      @convention(c) (Pointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> Pointer?
    private typealias StoreOfContext = @convention(c) (Pointer?) -> Pointer?
    private typealias AddCertificate = @convention(c) (Pointer?, Pointer?) -> Int32

    /// `CRYPTO_EX_INDEX_SSL_CTX`.
    private static let contexts: Int32 = 1
    private static let storeOfContext = symbol("SSL_CTX_get_cert_store", StoreOfContext.self)
    private static let addCertificate = symbol("X509_STORE_add_cert", AddCertificate.self)
    private static let trusted = Locked<Set<Data>>([])

    /// Adds a certificate to all TLS contexts that are created from now on.
    static func trust(_ certificate: Data) throws(CertificateError) {
      guard let register = symbol("CRYPTO_get_ex_new_index", Register.self),
        let read = symbol("d2i_X509", ReadCertificate.self),
        storeOfContext != nil, addCertificate != nil
      else { throw .noOpenSSL }
      trusted.lock()
      defer { trusted.unlock() }
      if trusted.value.pointee.contains(certificate) { return }
      let known = certificate.withUnsafeBytes { bytes in
        var start = bytes.bindMemory(to: UInt8.self).baseAddress
        return read(nil, &start, bytes.count)
      }
      guard let known else { throw .invalid }
      let index = register(
        contexts, 0, known,
        { context, _, _, _, _, certificate in
          let store = OpenSSL.storeOfContext?(context)
          if store != nil { _ = OpenSSL.addCertificate?(store, certificate) }
        }, nil, nil)
      guard index >= 0 else { throw .noOpenSSL }
      trusted.value.pointee.insert(certificate)
    }

    private static func symbol<Function>(_ name: String, _ type: Function.Type) -> Function? {
      dlsym(dlopen(nil, RTLD_LAZY), name).map { unsafeBitCast($0, to: type) }
    }
  }
#else
  /// Trusts a certificate, in addition to the system's certificates.
  private final class CertificateTrust: NSObject, URLSessionDelegate {
    private let certificate: Data

    init(_ certificate: Data) { self.certificate = certificate }

    func urlSession(
      _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
      completionHandler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      // Other challenges don't have a server's trust.
      guard let trust = challenge.protectionSpace.serverTrust,
        let anchor = SecCertificateCreateWithData(nil, certificate as CFData),
        SecTrustSetAnchorCertificates(trust, [anchor] as CFArray) == errSecSuccess,
        SecTrustSetAnchorCertificatesOnly(trust, false) == errSecSuccess,
        SecTrustEvaluateWithError(trust, nil)
      else { return completionHandler(.performDefaultHandling, nil) }
      completionHandler(.useCredential, URLCredential(trust: trust))
    }
  }
#endif
