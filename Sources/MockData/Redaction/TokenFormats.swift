/// Finds secrets by their format: tokens of known services, private keys, credentials, and payment cards.
enum TokenFormats {
  private struct Format {
    /// The text that every token of this format contains.
    let mark: [UInt8]
    /// The number of characters before the mark.
    var lead = 0...0
    /// The number of characters after the mark.
    let length: ClosedRange<Int>
    /// The allowed characters in addition to letters and digits.
    let others: [UInt8]
    /// The minimum number of dots.
    var dots = 0
    /// Whether to keep the mark, because it shows where the token is used.
    var keepsMark = false
  }

  /// The formats: marks, the number of characters after the mark, the characters that are allowed in addition to letters
  /// and digits, and the source.
  ///
  /// Before the source, `dots` requires two dots, `keep` keeps the mark, and `lead=N-M` requires characters before the
  /// mark. Most formats are also in https://github.com/gitleaks/gitleaks (config/gitleaks.toml) and in
  /// https://docs.github.com/code-security/reference/secret-security/supported-secret-scanning-patterns.
  private static let table = """
    eyJ | 20- | -_.= | dots RFC 7519: three parts of base64url, the first of which starts with {"
    AKIA ASIA ABIA ACCA | 16-16 | | https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
    ghp_ gho_ ghu_ ghr_ | 36- | | https://github.blog/engineering/behind-githubs-new-authentication-token-formats
    ghs_ | 36- | _-. | (same)
    github_pat_ | 22- | _ | (same)
    glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glimt- glagent- gloas- glffct- | 20- | -_. | https://docs.gitlab.com/security/tokens/#token-prefixes
    xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxe.xoxp- xoxe.xoxb- xapp- | 20- | - | https://docs.slack.dev/authentication/tokens
    hooks.slack.com/services/ | 20- | / | keep https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
    sk_live_ sk_test_ rk_live_ rk_test_ | 16- | | https://docs.stripe.com/keys
    whsec_ | 16- | +/= | https://docs.stripe.com/webhooks
    SK | 32-32 | | https://www.twilio.com/docs/iam/api-keys
    SG. | 60-70 | -_. | dots https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys
    hvs. hvb. hvr. | 20- | -_. | https://developer.hashicorp.com/vault/docs/concepts/tokens#token-prefixes
    npm_ | 36- | | https://github.blog/changelog/2021-09-23-npm-has-a-new-access-token-format
    AIza | 35-35 | -_ | https://docs.cloud.google.com/docs/authentication/api-keys
    ya29. | 20- | -_. | https://developers.google.com/identity/protocols/oauth2
    GOCSPX- | 24-40 | -_ | (same)
    1//0 | 40- | -_ | (same)
    sk- | 32-64 | | https://platform.openai.com/docs/api-reference/authentication
    sk-proj- sk-svcacct- sk-admin- sk-ant- | 20- | -_ | (same), https://docs.claude.com/en/api/overview
    sk-or-v1- | 32- | | https://openrouter.ai/docs/api-reference/authentication
    Q~ | 31-34 | -_.~ | lead=4-4 https://github.com/microsoft/security-utilities: client secrets
    +ASt | 6-8 | +/= | lead=76-76 (same): Storage keys
    AZDO | 4-4 | | lead=76-76 (same): DevOps tokens
    dop_v1_ doo_v1_ dor_v1_ | 64-64 | | https://docs.digitalocean.com/reference/api
    shpat_ shpca_ shppa_ shpss_ | 32-32 | | https://shopify.dev/docs/apps/build/authentication-authorization
    hf_ | 30- | | https://huggingface.co/docs/hub/security-tokens
    pypi-AgEI | 50- | -_ | https://pypi.org/help/#apitoken
    dckr_pat_ | 24- | -_ | https://docs.docker.com/security/access-tokens
    lin_api_ | 32- | | https://linear.app/developers
    ntn_ | 40-60 | | https://developers.notion.com
    dapi | 32-34 | - | https://docs.databricks.com/dev-tools/auth/pat
    glsa_ | 32-60 | _ | https://grafana.com/docs/grafana/latest/administration
    glc_ | 32- | +/= | (same)
    sntrys_ | 40- | _=+/ | https://docs.sentry.io/account/auth-tokens
    sntryu_ | 40- | | (same)
    PMAK- | 50-70 | - | https://learning.postman.com/docs/developer/postman-api
    xai- | 60- | _ | https://docs.x.ai
    gsk_ sbp_ | 40- | | https://console.groq.com/docs, https://supabase.com/docs
    figd_ | 30- | -_ | https://docs.figma.com/api
    discord.com/api/webhooks/ | 40- | /-_ | keep https://discord.com/developers/docs/resources/webhook
    :AA | 33-33 | -_ | lead=8-10 https://core.telegram.org/bots/api#authorizing-your-bot
    key- | 32-32 | | https://developers.mailgun.com/docs/authentication
    sq0atp- | 22- | -_ | https://developer.squareup.com/docs/build-basics/access-tokens
    sq0csp- | 40- | -_ | (same)
    AGE-SECRET-KEY-1 | 58-58 | | https://age-encryption.org/v1
    """

  private static let byFirst: [UInt8: [Format]] = {
    func range(_ text: some StringProtocol) -> ClosedRange<Int> {
      let ends = text.split(separator: "-").compactMap { Int($0) }
      return ends[0]...(ends.count > 1 ? ends[1] : 4096)
    }
    let all = table.split(separator: "\n").flatMap { row -> [Format] in
      let columns = row.split(separator: "|", maxSplits: 3).map { $0.split(separator: " ") }
      let option = columns[3].first ?? ""
      return columns[0].map { mark in
        Format(
          mark: Array(mark.utf8),
          lead: option.hasPrefix("lead=") ? range(option.dropFirst(5)) : 0...0,
          length: range(columns[1][0]), others: columns[2].flatMap { Array($0.utf8) },
          dots: option == "dots" ? 2 : 0, keepsMark: option == "keep")
      }
    }
    return Dictionary(grouping: all) { $0.mark[0] }
  }()

  /// Returns the secrets in a string, in the order of their places.
  static func all(in text: String) -> [SecretPlace] {
    let bytes = Array(text.utf8)
    guard bytes.count >= 8 else { return [] }
    let tokens = bytes.indices.compactMap { token(at: $0, in: bytes) }
    let found = tokens + keys(in: bytes) + cards(in: bytes)
    var end = 0
    return found.sorted { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
      .compactMap { range in
        guard range.lowerBound >= end else { return nil }
        end = range.upperBound
        return SecretPlace(range, bytes)
      }
  }

  private static func token(at index: Int, in bytes: [UInt8]) -> Range<Int>? {
    for format in byFirst[bytes[index]] ?? [] where bytes[index...].starts(with: format.mark) {
      if let range = range(of: format, at: index, in: bytes) { return range }
    }
    return bytes[index] | 0x20 == UInt8(ascii: "b") ? credential(at: index, in: bytes) : nil
  }

  private static func range(of format: Format, at index: Int, in bytes: [UInt8]) -> Range<Int>? {
    func isOfToken(_ byte: UInt8) -> Bool {
      byte.isASCIIAlphanumeric || format.others.contains(byte)
    }
    let start = format.lead.map { index - $0 }.first {
      $0 >= 0 && bytes[$0..<index].allSatisfy(isOfToken) && isBoundary(before: $0, in: bytes)
    }
    guard let start else { return nil }
    let body = index + format.mark.count
    var end = body + bytes[body...].prefix(format.length.upperBound).prefix(while: isOfToken).count
    // A token with a fixed length must not continue.
    if end < bytes.count, end - body == format.length.upperBound, bytes[end].isASCIIAlphanumeric {
      return nil
    }
    while end > body, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
    guard end - body >= format.length.lowerBound,
      bytes[start..<end].count(where: { $0 == UInt8(ascii: ".") }) >= format.dots
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

  /// Returns the credentials after `Bearer` and `Basic` (RFC 6750, RFC 7617).
  private static func credential(at index: Int, in bytes: [UInt8]) -> Range<Int>? {
    func isOfWord(_ byte: UInt8) -> Bool {
      byte.isASCIIAlphanumeric || "-._~+=".utf8.contains(byte)
    }
    let scheme = ["bearer", "basic"].first {
      bytes[index...].prefix($0.utf8.count).map { $0 | 0x20 } == Array($0.utf8)
    }
    guard let scheme, isBoundary(before: index, in: bytes) else { return nil }
    let after = index + scheme.utf8.count
    var start = after
    // In a URL, the space is an escape: `Bearer%20abc`.
    while start < bytes.count, !isOfWord(bytes[start]) {
      start += bytes[start] == UInt8(ascii: "%") ? 3 : 1
    }
    guard start > after, start < bytes.count else { return nil }
    let word = bytes[start...].prefix(while: isOfWord)
    guard scheme == "basic" else {
      let isToken = word.contains(where: \.isASCIIDigit) || UnknownSecrets.isMixed(word)
      return word.count >= 6 && isToken ? word.indices : nil
    }
    // A slash is a digit of base64, or separates the components of a path.
    let long = bytes[start...].prefix { isOfWord($0) || $0 == UInt8(ascii: "/") }
    return [long, word].first { Base64Text($0)?.text.contains(":") == true }?.indices
  }

  /// Returns the contents of private keys in PEM (RFC 7468).
  private static func keys(in bytes: [UInt8]) -> [Range<Int>] {
    var (found, rest) = ([Range<Int>](), bytes[...])
    while let begin = rest.firstRange(of: Array("-----BEGIN ".utf8)),
      let head = rest[begin.upperBound...].firstRange(of: Array("-----".utf8))
    {
      let label = rest[begin.upperBound..<head.lowerBound]
      rest = rest[head.upperBound...]
      let end = rest.firstRange(of: Array("-----END".utf8))?.lowerBound ?? bytes.count
      let key = rest[..<end].drop { $0 <= 0x20 }
      rest = rest[end...]
      if label.firstRange(of: Array("PRIVATE KEY".utf8)) != nil {
        found.append(key.startIndex..<(key.lastIndex { $0 > 0x20 } ?? key.startIndex - 1) + 1)
      }
    }
    return found
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
    switch (digits.prefix(4).reduce(0) { $0 * 10 + $1 }, digits.count) {
    case (4000...4999, 13), (4000...4999, 16): true
    case (3400...3499, 15), (3700...3799, 15): true
    case (3000...3059, 14), (3600...3699, 14), (3800...3999, 14): true
    case (2221...2720, 16), (5100...5599, 16), (6011, 16), (6500...6599, 16), (3528...3589, 16):
      true
    default: false
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
    var text: String?
    // Most words aren't base64. Looking at their first bytes is enough to see that.
    for part in [Array(bytes.prefix(12)), bytes] {
      guard let decoded = [UInt8](base64: part),
        decoded.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0D].contains($0) })
      else { return nil }
      text = String(validUTF8: decoded)
    }
    guard let text else { return nil }
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

  /// Encodes another text with the same alphabet and padding.
  func encoded(_ text: String) -> String {
    var encoded = Array(text.utf8).base64
    if !isPadded { while encoded.hasSuffix("=") { encoded.removeLast() } }
    return isURLSafe ? String(encoded.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }) : encoded
  }
}
