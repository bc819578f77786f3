/// Finds secrets by their format: tokens of known services, private keys, credentials, and payment cards.
enum TokenFormats {
  private struct Format {
    /// The text that every token of this format contains.
    let mark: [UInt8]
    /// The number of characters before the mark.
    let lead: Int
    /// The allowed characters in addition to letters and digits.
    let others: [UInt8]
    /// The number of characters after the mark.
    let length: ClosedRange<Int>
    /// The minimum number of dots.
    let dots: Int
    /// Whether to keep the mark, because it shows where the token is used.
    let keepsMark: Bool
  }

  /// Returns the formats of tokens with the given marks, which are separated by spaces.
  private static func formats(
    _ marks: String, _ length: ClosedRange<Int>, _ others: String = "", lead: Int = 0,
    dots: Int = 0, keepsMark: Bool = false
  ) -> [Format] {
    marks.split(separator: " ").map { mark in
      Format(
        mark: Array(mark.utf8), lead: lead, others: Array(others.utf8), length: length, dots: dots,
        keepsMark: keepsMark)
    }
  }

  /// The maximum number of characters of a token.
  private static let limit = 4096

  /// The formats.
  ///
  /// Each group has a comment with its source. Most of them are also in https://github.com/gitleaks/gitleaks
  /// (config/gitleaks.toml) and in
  /// https://docs.github.com/code-security/reference/secret-security/supported-secret-scanning-patterns.
  private static let all: [Format] = [
    // RFC 7519: three parts of base64url, the first of which starts with `{"`.
    formats("eyJ", 20...limit, "-_.=", dots: 2),
    // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
    formats("AKIA ASIA ABIA ACCA", 16...16),
    // https://github.blog/engineering/behind-githubs-new-authentication-token-formats
    formats("ghp_ gho_ ghu_ ghr_", 36...limit), formats("ghs_", 36...limit, "_-."),
    formats("github_pat_", 22...limit, "_"),
    // https://docs.gitlab.com/security/tokens/#token-prefixes
    formats(
      "glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glimt- glagent- gloas- glffct-", 20...limit,
      "-_."),
    // https://docs.slack.dev/authentication/tokens
    formats(
      "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxe.xoxp- xoxe.xoxb- xapp-", 20...limit, "-"),
    formats("hooks.slack.com/services/", 20...limit, "/", keepsMark: true),
    // https://docs.stripe.com/keys
    formats("sk_live_ sk_test_ rk_live_ rk_test_", 16...limit),
    formats("whsec_", 16...limit, "+/="),
    // https://www.twilio.com/docs/iam/api-keys and https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys
    formats("SK", 32...32), formats("SG.", 60...70, "-_.", dots: 2),
    // https://developer.hashicorp.com/vault/docs/concepts/tokens#token-prefixes
    formats("hvs. hvb. hvr.", 20...limit, "-_."),
    // https://github.blog/changelog/2021-09-23-npm-has-a-new-access-token-format
    formats("npm_", 36...limit),
    // https://docs.cloud.google.com/docs/authentication/api-keys and https://developers.google.com/identity/protocols/oauth2
    formats("AIza", 35...35, "-_"), formats("ya29.", 20...limit, "-_."),
    formats("GOCSPX-", 24...40, "-_"), formats("1//0", 40...limit, "-_"),
    // https://platform.openai.com/docs/api-reference/authentication and https://docs.claude.com/en/api/overview
    formats("sk-", 32...64), formats("sk-proj- sk-svcacct- sk-admin- sk-ant-", 20...limit, "-_"),
    formats("sk-or-v1-", 32...limit),
    // https://github.com/microsoft/security-utilities: client secrets, Storage keys, and DevOps tokens.
    formats("Q~", 31...34, "-_.~", lead: 4), formats("+ASt", 6...8, "+/=", lead: 76),
    formats("AZDO", 4...4, lead: 76),
    // https://docs.digitalocean.com/reference/api and https://shopify.dev/docs/apps/build/authentication-authorization
    formats("dop_v1_ doo_v1_ dor_v1_", 64...64), formats("shpat_ shpca_ shppa_ shpss_", 32...32),
    // https://huggingface.co/docs/hub/security-tokens and https://pypi.org/help/#apitoken
    formats("hf_", 30...limit), formats("pypi-AgEI", 50...limit, "-_"),
    // https://docs.docker.com/security/access-tokens, https://linear.app/developers, and https://developers.notion.com
    formats("dckr_pat_", 24...limit, "-_"), formats("lin_api_", 32...limit),
    formats("ntn_", 40...60),
    // https://docs.databricks.com/dev-tools/auth/pat and https://grafana.com/docs/grafana/latest/administration
    formats("dapi", 32...34, "-"), formats("glsa_", 32...60, "_"),
    formats("glc_", 32...limit, "+/="),
    // https://docs.sentry.io/account/auth-tokens and https://learning.postman.com/docs/developer/postman-api
    formats("sntrys_", 40...limit, "_=+/"), formats("sntryu_", 40...limit),
    formats("PMAK-", 50...70, "-"),
    // https://docs.x.ai, https://console.groq.com/docs, https://supabase.com/docs, https://docs.figma.com/api
    formats("xai-", 60...limit, "_"), formats("gsk_ sbp_", 40...limit),
    formats("figd_", 30...limit, "-_"),
    // https://discord.com/developers/docs/resources/webhook and https://core.telegram.org/bots/api#authorizing-your-bot
    formats("discord.com/api/webhooks/", 40...limit, "/-_", keepsMark: true),
    (8...10).flatMap { formats(":AA", 33...33, "-_", lead: $0) },
    // https://developers.mailgun.com/docs/authentication and https://developer.squareup.com/docs/build-basics/access-tokens
    formats("key-", 32...32), formats("sq0atp-", 22...limit, "-_"),
    formats("sq0csp-", 40...limit, "-_"),
    // https://age-encryption.org/v1
    formats("AGE-SECRET-KEY-1", 58...58),
  ].flatMap(\.self)

  private static let byFirst = Dictionary(grouping: all) { $0.mark[0] }

  /// Returns the secrets in a string, in the order of their places.
  static func all(in text: String) -> [SecretPlace] {
    let bytes = Array(text.utf8)
    guard bytes.count >= 8 else { return [] }
    let found = tokens(in: bytes) + keys(in: bytes) + credentials(in: bytes) + cards(in: bytes)
    var end = 0
    return found.sorted { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
      .compactMap { range in
        guard range.lowerBound >= end else { return nil }
        end = range.upperBound
        return SecretPlace(range, bytes)
      }
  }

  private static func tokens(in bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for index in bytes.indices {
      for format in byFirst[bytes[index]] ?? [] where bytes[index...].starts(with: format.mark) {
        guard let range = range(of: format, at: index, in: bytes) else { continue }
        found.append(range)
        break
      }
    }
    return found
  }

  private static func range(of format: Format, at index: Int, in bytes: [UInt8]) -> Range<Int>? {
    func isOfToken(_ byte: UInt8) -> Bool {
      byte.isASCIIAlphanumeric || format.others.contains(byte)
    }
    let start = index - format.lead
    guard start >= 0, bytes[start..<index].allSatisfy(isOfToken),
      isBoundary(before: start, in: bytes)
    else {
      return nil
    }
    let body = index + format.mark.count
    var end = body
    while end < bytes.count, end - body < format.length.upperBound, isOfToken(bytes[end]) {
      end += 1
    }
    // A token with a fixed length must not continue.
    if end < bytes.count, end - body == format.length.upperBound, bytes[end].isASCIIAlphanumeric {
      return nil
    }
    while end > body, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
    guard end - body >= format.length.lowerBound,
      format.dots == 0
        || bytes[start..<end].count(where: { $0 == UInt8(ascii: ".") }) >= format.dots
    else { return nil }
    return (format.keepsMark ? body : start)..<end
  }

  /// Returns whether no word continues at a position.
  ///
  /// The digits of a URL escape don't count as part of a word.
  private static func isBoundary(before index: Int, in bytes: [UInt8]) -> Bool {
    guard index > 0, bytes[index - 1].isASCIIAlphanumeric else { return true }
    return index >= 3 && bytes[index - 3] == UInt8(ascii: "%")
  }

  /// Returns the contents of private keys in PEM (RFC 7468).
  private static func keys(in bytes: [UInt8]) -> [Range<Int>] {
    var (found, rest) = ([Range<Int>](), bytes[...])
    while let begin = rest.firstRange(of: Array("-----BEGIN ".utf8)),
      let head = rest[begin.upperBound...].firstRange(of: Array("-----".utf8))
    {
      let end =
        rest[head.upperBound...].firstRange(of: Array("-----END".utf8))?.lowerBound ?? bytes.count
      rest = rest[end...]
      guard
        bytes[begin.upperBound..<head.lowerBound].firstRange(of: Array("PRIVATE KEY".utf8)) != nil
      else {
        continue
      }
      var key = bytes[head.upperBound..<end]
      while let first = key.first, first <= 0x20 { key = key.dropFirst() }
      while let last = key.last, last <= 0x20 { key = key.dropLast() }
      found.append(key.startIndex..<key.endIndex)
    }
    return found
  }

  /// Returns the credentials after `Bearer` and `Basic` (RFC 6750, RFC 7617).
  private static func credentials(in bytes: [UInt8]) -> [Range<Int>] {
    func isOfWord(_ byte: UInt8) -> Bool {
      byte.isASCIIAlphanumeric || "-._~+=".utf8.contains(byte)
    }
    let words = bytes.indices.split { !isOfWord(bytes[$0]) }.map { word in
      // In a URL, a word can start after the digits of an escape: `Bearer%20abc`.
      let isAfterEscape =
        word.startIndex > 0 && bytes[word.startIndex - 1] == UInt8(ascii: "%")
        && word.prefix(2).count { bytes[$0].hexDigitValue != nil } == 2
      return isAfterEscape ? word.dropFirst(2) : word
    }
    .filter { !$0.isEmpty }
    return zip(words, words.dropFirst()).compactMap { scheme, word in
      let value = bytes[word.startIndex..<word.endIndex]
      switch String(decoding: bytes[scheme.startIndex..<scheme.endIndex], as: UTF8.self)
        .lowercased()
      {
      case "basic":
        let end =
          bytes[word.startIndex...].firstIndex { !isOfWord($0) && $0 != UInt8(ascii: "/") }
          ?? bytes.count
        return [end, word.endIndex].first {
          Base64Text(bytes[word.startIndex..<$0])?.text.contains(":") == true
        }
        .map { word.startIndex..<$0 }
      case "bearer":
        let isToken = value.contains(where: \.isASCIIDigit) || UnknownSecrets.isMixed(value)
        return value.count >= 6 && isToken ? word.startIndex..<word.endIndex : nil
      default: return nil
      }
    }
  }

  /// Returns the numbers of payment cards, recognized by the issuers' ranges and the check digit (ISO/IEC 7812).
  private static func cards(in bytes: [UInt8]) -> [Range<Int>] {
    let words = bytes.indices.split {
      !bytes[$0].isASCIIDigit && bytes[$0] != 0x20 && bytes[$0] != 0x2D
    }
    return words.compactMap { word in
      guard let first = word.first(where: { bytes[$0].isASCIIDigit }),
        let last = word.last(where: { bytes[$0].isASCIIDigit }),
        isBoundary(before: first, in: bytes),
        last + 1 == bytes.count || !bytes[last + 1].isASCIIAlphanumeric
      else { return nil }
      let digits = bytes[first...last].filter(\.isASCIIDigit).map { Int($0 - 0x30) }
      guard last - first - digits.count < 4, isIssued(digits), Set(digits).count > 1 else {
        return nil
      }
      let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
        let value = digit.element * (digit.offset % 2 == 1 ? 2 : 1)
        return sum + (value > 9 ? value - 9 : value)
      }
      return sum % 10 == 0 ? first..<last + 1 : nil
    }
  }

  private static func isIssued(_ digits: [Int]) -> Bool {
    guard (13...16).contains(digits.count) else { return false }
    let start = digits.prefix(4).reduce(0) { $0 * 10 + $1 }
    switch start {
    case 4000...4999: return digits.count != 14 && digits.count != 15
    case 3400...3499, 3700...3799: return digits.count == 15
    case 3000...3059, 3600...3699, 3800...3999: return digits.count == 14
    case 2221...2720, 5100...5599, 6011, 6500...6599, 3528...3589: return digits.count == 16
    default: return false
    }
  }
}

/// Readable text in base64, in either alphabet of RFC 4648, with or without padding.
struct Base64Text {
  let text: String
  private let isURLSafe: Bool
  private let isPadded: Bool

  /// Returns nil if the word isn't base64, or if its bytes aren't readable text.
  init?(_ word: some Collection<UInt8>) {
    guard word.count >= 8 else { return nil }
    var bytes = word.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }
    isURLSafe = word.contains { $0 == 0x2D || $0 == 0x5F }
    isPadded = bytes.last == 0x3D || bytes.count % 4 == 0
    while bytes.last == 0x3D { bytes.removeLast() }
    guard bytes.count % 4 != 1 else { return nil }
    bytes += Array(repeating: 0x3D, count: (4 - bytes.count % 4) % 4)
    // Most words aren't base64. Looking at their first bytes is enough to see that.
    guard let start = [UInt8](base64: Array(bytes.prefix(12))), start.allSatisfy(Self.isReadable),
      let decoded = [UInt8](base64: bytes), decoded.allSatisfy(Self.isReadable),
      let text = String(validUTF8: decoded)
    else { return nil }
    self.text = text
  }

  /// Returns the words of a string that are readable text in base64.
  static func all(in bytes: [UInt8]) -> [(range: Range<Int>, inner: Base64Text)] {
    bytes.indices.split { !bytes[$0].isASCIIAlphanumeric && !"+/-_=".utf8.contains(bytes[$0]) }
      .compactMap { word in
        // In `name=value`, the text before the sign isn't part of the value.
        let sign = word.dropLast(2).last { bytes[$0] == UInt8(ascii: "=") }
        let range = (sign.map { $0 + 1 } ?? word.startIndex)..<word.endIndex
        return Base64Text(bytes[range]).map { (range, $0) }
      }
  }

  private static func isReadable(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7F || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Encodes another text with the same alphabet and padding.
  func encoded(_ text: String) -> String {
    var encoded = Array(text.utf8).base64
    if !isPadded { while encoded.hasSuffix("=") { encoded.removeLast() } }
    return isURLSafe ? String(encoded.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }) : encoded
  }
}
