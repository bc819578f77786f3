internal import CHTTPServer

/// The reason to refuse a request, according to RFC 9112 and RFC 9110.
enum HTTPHeadProblem {
  case requestLine, line, headerName, headerValue, twoHosts
  case twoLengths, lengthAndCoding, codingOfOldVersion, notChunked, unknownCoding

  /// Converts the result of the checks in C; nil for a well-formed request.
  init?(_ problem: mocklua_HTTPProblem) {
    switch problem {
    case MOCKLUA_HTTP_BAD_REQUEST_LINE: self = .requestLine
    case MOCKLUA_HTTP_BAD_LINE: self = .line
    case MOCKLUA_HTTP_BAD_HEADER_NAME: self = .headerName
    case MOCKLUA_HTTP_BAD_HEADER_VALUE: self = .headerValue
    case MOCKLUA_HTTP_TWO_HOSTS: self = .twoHosts
    case MOCKLUA_HTTP_TWO_LENGTHS: self = .twoLengths
    case MOCKLUA_HTTP_LENGTH_AND_CODING: self = .lengthAndCoding
    case MOCKLUA_HTTP_CODING_OF_OLD_VERSION: self = .codingOfOldVersion
    case MOCKLUA_HTTP_CODING_NOT_CHUNKED: self = .notChunked
    case MOCKLUA_HTTP_UNKNOWN_CODING: self = .unknownCoding
    default: return nil
    }
  }

  var status: Int {
    if case .unknownCoding = self { 501 } else { 400 }
  }

  /// The problem, and what to send instead.
  var text: String {
    switch self {
    case .requestLine:
      "the request line has a control character or more than two spaces; send `GET /path HTTP/1.1`"
    case .line:
      "a header continues on the next line, has no name, holds a NUL, or ends without CR; "
        + "send `Name: value` on one line that ends with CR LF"
    case .twoHosts: "the request has two `Host` headers; send one"
    case .headerName:
      "a header's name is not a token; send `Name: value`, without a space before the colon"
    case .headerValue: "a header's value has a control character, such as a bare CR; leave it out"
    case .twoLengths: "the request has two `Content-Length` headers; send one"
    case .lengthAndCoding:
      "the request has both `Content-Length` and `Transfer-Encoding`; send one of them"
    case .codingOfOldVersion:
      "HTTP/1.0 has no `Transfer-Encoding`; send `Content-Length`, or use HTTP/1.1"
    case .notChunked:
      "the last transfer coding must be `chunked`, once; send `Transfer-Encoding: chunked`"
    case .unknownCoding:
      "the only transfer coding that this server supports is `chunked`; use `Content-Encoding` to compress a body"
    }
  }
}
