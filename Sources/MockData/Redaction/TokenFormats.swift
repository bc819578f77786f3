/// Finds secrets by their format: tokens of known services, private keys, credentials, and payment cards.
enum TokenFormats {
  private struct Format {
    /// The text that every token of this format contains.
    let mark: [UInt8]
    /// The number of characters before and after the mark.
    let (lead, length): (ClosedRange<Int>, ClosedRange<Int>)
    /// The allowed characters in addition to letters and digits.
    let others: [UInt8]
    let option: String
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

  /// Returns the range of a secret that starts at an index, or whose mark does.
  private typealias Search = @Sendable (_ index: Int, _ bytes: [UInt8]) -> Range<Int>?

  /// The searches by the first two bytes of what they find, which rules out most positions of a text quickly.
  private static let searches: [[Search]] = {
    var searches = [[Search]](repeating: [], count: 1 << 16)
    func add(_ start: some Sequence<UInt8>, _ search: @escaping Search) {
      searches[start.prefix(2).reduce(0) { $0 * 256 + Int($1) }].append(search)
    }
    func range(_ text: Substring) -> ClosedRange<Int> {
      let ends = text.split(separator: "-").compactMap { Int($0) }
      return ends[0]...(ends.count > 1 ? ends[1] : 4096)
    }
    for row in table.split(separator: "\n") {
      let columns = row.split(separator: "|", maxSplits: 3).map { $0.split(separator: " ") }
      let option = columns[3].first ?? ""
      for mark in columns[0] {
        let format = Format(
          mark: Array(mark.utf8),
          lead: option.hasPrefix("lead=") ? range(option.dropFirst(5)) : 0...0,
          length: range(columns[1][0]), others: columns[2].flatMap { Array($0.utf8) },
          option: String(option))
        add(format.mark) { Self.range(of: format, at: $0, in: $1) }
      }
    }
    for start in ["be", "bE", "Be", "BE", "ba", "bA", "Ba", "BA"] { add(start.utf8, credential) }
    for number in 10..<110 { add("\(number)".utf8.suffix(2), card) }
    add("--".utf8, key)
    return searches
  }()

  static func all(in text: String) -> [String] {
    let (bytes, searches) = (Array(text.utf8), searches)
    var (found, index) = ([String](), 0)
    while index < bytes.count - 1 {
      let range = searches[Int(bytes[index]) * 256 + Int(bytes[index + 1])].lazy
        .compactMap { $0(index, bytes) }.first
      if let range { found.append(String(decoding: bytes[range], as: UTF8.self)) }
      index = range?.upperBound ?? index + 1
    }
    return found
  }

  private static func range(of format: Format, at index: Int, in bytes: [UInt8]) -> Range<Int>? {
    func isOfToken(_ byte: UInt8) -> Bool {
      byte.isASCIIAlphanumeric || format.others.contains(byte)
    }
    guard bytes[index...].starts(with: format.mark),
      let start = format.lead.lazy.map({ index - $0 }).first(where: {
        // In `/bot123456789:AA`, the number begins after a word.
        $0 >= 0 && bytes[$0..<index].allSatisfy(isOfToken)
          && (isBoundary(before: $0, in: bytes)
            || $0 < index && bytes[$0..<index].allSatisfy(\.isASCIIDigit)
              && !bytes[$0 - 1].isASCIIDigit)
      })
    else { return nil }
    let rest = bytes[(index + format.mark.count)...]
    var body = rest.prefix(format.length.upperBound).prefix(while: isOfToken)
    // A token with a fixed length must not continue.
    let isFull = body.count == format.length.upperBound
    if isFull, rest.dropFirst(body.count).first?.isASCIIAlphanumeric == true { return nil }
    while body.last == UInt8(ascii: ".") { body.removeLast() }
    let dots = bytes[start..<body.endIndex].count { $0 == UInt8(ascii: ".") }
    guard body.count >= format.length.lowerBound, dots >= 2 || format.option != "dots" else {
      return nil
    }
    guard format.option == "keep" else { return start..<body.endIndex }
    // The address of a webhook has IDs before the secret, and may have more after it.
    return body.split(separator: UInt8(ascii: "/")).max { $0.count < $1.count }?.indices
  }

  /// The digits of a URL escape don't count as part of a word.
  private static func isBoundary(before index: Int, in bytes: [UInt8]) -> Bool {
    let previous = bytes[..<index].suffix(3)
    return previous.last?.isASCIIAlphanumeric != true
      || previous.count == 3 && previous.first == UInt8(ascii: "%")
  }

  /// Returns the credentials after `Bearer` and `Basic` (RFC 6750, RFC 7617).
  private static func credential(at index: Int, in bytes: [UInt8]) -> Range<Int>? {
    let scheme = bytes[index...].prefix(6).prefix(while: \.isASCIILetter)
    var rest = bytes[scheme.endIndex...]
    // In a URL, the space is an escape: `Bearer%20abc`.
    rest = rest.starts(with: "%20".utf8) ? rest.dropFirst(3) : rest.drop { $0 == 0x20 }
    guard rest.startIndex > scheme.endIndex, isBoundary(before: index, in: bytes) else {
      return nil
    }
    let word = rest.prefix { $0.isASCIIAlphanumeric || "-._~+=".utf8.contains($0) }
    switch String(decoding: scheme, as: UTF8.self).lowercased() {
    case "bearer":
      let isToken = word.contains(where: \.isASCIIDigit) || UnknownSecrets.isMixed(word)
      return word.count >= 6 && isToken ? word.indices : nil
    case "basic":
      // A slash is a digit of base64, or separates the components of a path.
      let long = rest.prefix { $0.isASCIIAlphanumeric || "+/=".utf8.contains($0) }
      return [long, word].first { EncodedText.text(ofBase64: $0)?.contains(":") == true }?.indices
    default: return nil
    }
  }

  /// Returns the content of a private key in PEM (RFC 7468).
  private static func key(at index: Int, in bytes: [UInt8]) -> Range<Int>? {
    let begin = bytes[index...].prefix(100)
    guard begin.starts(with: "-----BEGIN ".utf8),
      let head = begin.dropFirst(11).firstRange(of: Array("-----".utf8)),
      begin[..<head.lowerBound].firstRange(of: Array("PRIVATE KEY".utf8)) != nil
    else { return nil }
    let rest = bytes[head.upperBound...].drop { $0 <= 0x20 }
    let end = rest.firstRange(of: Array("-----END".utf8))?.lowerBound ?? bytes.count
    return rest[..<end].lastIndex { $0 > 0x20 }.map { rest.startIndex..<$0 + 1 }
  }

  /// The first four digits of payment cards, by the number of digits.
  private static let issuers: [Int: [ClosedRange<Int>]] = [
    13: [4000...4999], 14: [3000...3059, 3600...3699, 3800...3999],
    15: [3400...3499, 3700...3799],
    16: [2221...2720, 3528...3589, 4000...4999, 5100...5599, 6011...6011, 6500...6599],
  ]

  /// Returns the number of a payment card, recognized by the issuer's range and the check digit (ISO/IEC 7812).
  private static func card(at start: Int, in bytes: [UInt8]) -> Range<Int>? {
    func isSeparator(_ byte: UInt8) -> Bool { byte == 0x20 || byte == UInt8(ascii: "-") }
    guard isBoundary(before: start, in: bytes) else { return nil }
    let group = bytes[start...].prefix(24).prefix { $0.isASCIIDigit || isSeparator($0) }
    let digits = group.filter(\.isASCIIDigit).map { Int($0 - 0x30) }
    let before = bytes[..<start].suffix(4)
    guard let last = group.lastIndex(where: \.isASCIIDigit), last - start < digits.count + 4,
      let issuers = issuers[digits.count],
      bytes[(last + 1)...].first?.isASCIIAlphanumeric != true,
      // The end of a longer number isn't a card.
      before.last.map(isSeparator) != true
        || before.last(where: { !isSeparator($0) })?.isASCIIDigit != true
    else { return nil }
    let issuer = digits.prefix(4).reduce(0) { $0 * 10 + $1 }
    // Every other digit is doubled, and the sum of all digits is a multiple of ten.
    let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
      let value = digit.element * (digit.offset % 2 + 1)
      return sum + value / 10 + value % 10
    }
    return sum % 10 == 0 && issuers.contains { $0.contains(issuer) } ? start..<last + 1 : nil
  }
}
