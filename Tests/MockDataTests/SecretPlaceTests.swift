import MockData
import Testing

/// Secrets found by name in every notation and by format, and values that are kept.
@Suite struct SecretPlaceTests {
  private func shown(_ text: String) -> String {
    Redaction(style: .sameLength, findsShapes: true).redacted(text)
  }

  /// The secret in each sample.
  private static let secret = "Zx9-quiet.Harbor_77"

  @Test(
    "A value with a secret name is replaced in every notation, and nothing around it",
    arguments: [
      "https://a.example/b?user=1&session=@&page=2", "user=Ada&cvv=@", "a=1; JSESSIONID=@; path=/",
      "DB_PASSWORD=@\nPORT=80", #"<login user="ada" password="@"/>"#, "<a pin='@'>x</a>",
      "<ns:Password>@</ns:Password>", "<password><![CDATA[@]]></password>",
      "<key>api key</key>\n  <string>@</string>",
      #"<input type="hidden" name="csrf_token" value="@">"#,
      #"<input value="@" name="csrf_token">"#,
      #"<meta name="csrf-token" content="@">"#,
      "--b\r\nContent-Disposition: form-data; name=\"otp\"\r\n\r\n@\r\n--b--\r\n",
      "event: login\ndata: {\"access_token\": \"@\", \"n\": 1}\n\n",
      "data: {\"body\":\"{\\\"iban\\\":\\\"@\\\"}\"}\n\n", "{\"sid\":\"@\"}\n{\"sid\":\"@\"}\n",
      "mutation { login(user: \"ada\", password: \"@\") { id } }", "X-Api-Key: @\r\nAccept: */*",
      "Authorization: Bearer @\r\nAccept: */*", "Cookie: theme=dark-mode-1; sid=@\r\n",
      "private_key = \"@\"", "var config = { \"privateKey\": [\"@\", \"@\"], n: 1 }",
      "postgres://ada:@@db.example/x", "Server=db;Password=@;Timeout=30",
      "AccountName=a;AccountKey=@;EndpointSuffix=x",
      "user,password,city\nada,@,Rome\n\nbob,@,\"Paris, FR\"\nend\n",
      "id;\"api key\"\r\n1;\"@\"\r\n2;@", "url\ttoken\nhttps://a.example/?sid=@\t@\n",
      "data: {\"access_token\":\ndata:   \"@\", \"pin\":\ndata: [\ndata:  \"@\"]}\n\n",
      #"<string name="api_key">@</string>"#, #"<property name="password"> @</property>"#,
      "<name>password</name>\n<value><string>@</string></value>",
      #"<div data-page="{&quot;csrf_token&quot;:&quot;@&quot;}" title="user">"#,
      "<div data-page='{&#34;pin&#34;:[&#34;@&#34;]}'>",
      "/login?next=%2Fcb%3Faccess_token%3D@%26user%3D1",
      "to=https%3A%2F%2Fa.example%2F%3Fr%3D%252Fb%253Fsid%253D@",
      "--b\r\nContent-Disposition: form-data; name=otp\r\n\r\n@\r\n--b--\r\n",
      "Server=db;Password=Ab1(x)@;Timeout=30", #"<entry key="db.password">@</entry>"#,
    ])
  func notations(_ template: String) {
    // The `@` of an address isn't the placeholder for the secret.
    let text = template.replacing("@@", with: "@\u{1}").replacing("@", with: Self.secret)
      .replacing("\u{1}", with: "@")
    let shown = shown(text)
    #expect(!shown.contains(Self.secret), "\(shown)")
    #expect(!shown.contains("Harbor"), "\(shown)")
    #expect(shown.utf8.count == text.utf8.count, "\(shown)")
    for word in ["user", "path=/", "event: login", "Timeout=30", "Accept: */*", "{ id }"] {
      #expect(shown.contains(word) == text.contains(word), "\(shown)")
    }
  }

  @Test(
    "Text in other encodings is redacted, and keeps its encoding",
    arguments: [Charset.utf8, .latin1, .utf16, .utf16LittleEndian, .utf16BigEndian])
  func encodings(charset: Charset) throws {
    let redaction = Redaction(style: .sameLength, findsShapes: true)
    let bytes = try #require(charset.encoded("größe=1&password=\(Self.secret)&city=Köln"))
    let shown = try #require(charset.decoded(redaction.redacted(bytes)))
    #expect(shown == "größe=1&password=1-redacted-1-redact&city=Köln")
    let other = [UInt8](0...255)
    #expect(redaction.redacted(other) == other)
  }

  @Test(
    "A message about a secret's name is kept",
    arguments: [
      "Dear Ada, your password, still\nthe old one, expires, soon", "name,password\nno table",
      "`password`: expected \"a\", found \"b\"", "`otp`: expected nothing", "`pin`: 3 of 4 differ",
      "\"token\": empty", "\"pin\": -", "'pin': 4th",
      "password=e or none", "token: \"e\"",
    ])
  func messages(text: String) {
    for findsShapes in [true, false] {
      let redaction = Redaction(findsShapes: findsShapes)
      #expect(redaction.redacted(text) == text)
      #expect(redaction.count == 0)
    }
  }

  @Test(
    "Only the secret in a path is replaced, which may be known by the host",
    arguments: [
      ("", "/a;jsessionid=correcthorse7/view", "/a;jsessionid=1-redacted-1-/view"),
      ("", "/token=purplehorse/y", "/token=1-redacted-/y"),
      ("", "/a/person%40example.org/b", "/a/person%40example.org/b"),
      (
        "", "/bot123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1/getMe",
        "/bot1-redacted-1-redacted-1-redacted-1-redacted-1/getMe"
      ),
      (
        "hooks.slack.com", "/services/T0ABCDEFG/B0ABCDEFG/a1B2c3D4e5F6g7H8i9J0k1L2",
        "/services/T0ABCDEFG/B0ABCDEFG/1-redacted-1-redacted-1-"
      ),
    ])
  func paths(host: String, path: String, shown: String) {
    let redaction = Redaction(style: .sameLength, findsShapes: true)
    for _ in 0..<2 { #expect(redaction.redacted(path: path, at: host) == shown) }
    #expect(redaction.count == (path == shown ? 0 : 1))
  }

  @Test("Credentials in a path start after an escape", arguments: ["Bearer", "Basic"])
  func escaped(scheme: String) {
    let value =
      scheme == "Bearer" ? "a7Bx9Qa7Bx9Qa7Bx9Q" : Array("ada:a7Bx9Qa7Bx9Q".utf8).base64
    let shown = shown("/a/\(scheme)%20\(value)/b")
    #expect(shown.hasPrefix("/a/\(scheme)%201-redacted-") && shown.hasSuffix("/b"), "\(shown)")
    #expect(!shown.contains(value), "\(shown)")
  }

  @Test("Numbers with a secret name keep their kind and number of digits")
  func numbers() throws {
    let json = """
      {"pin":4711,"cvv":7,"card":4111111111111111,"otp":12.5,"iban":123456789012345678901234567890,
      "token":-12,"session":9223372036854775807,"amount":4711.5}
      """
    let value = try JSONParser().parse(json)
    let shown = Redaction(style: .sameLength, findsShapes: true).redacted(value)
    guard case .dictionary(let members) = shown, case .dictionary(let before) = value else {
      Issue.record("no object")
      return
    }
    #expect(members["amount"] == .double(4711.5))
    for (name, old) in before where name != "amount" {
      let new = try #require(members[name])
      #expect(new != old, "\(name)")
      #expect(new.kind == old.kind, "\(name): \(new)")
      switch (old, new) {
      case (.int, .int), (.double, .double), (.number, .number): break
      default: Issue.record("\(name): \(new)")
      }
      #expect(new.shortText.count == old.shortText.count, "\(name): \(new)")
    }
  }

  @Test("Placeholders of different secrets differ, even short ones")
  func distinct() {
    let redaction = Redaction(style: .sameLength)
    let shown = (10..<40).map { redaction.redacted(["pin": .int($0)]) }
    #expect(Set(shown).count == 30)
    #expect(!shown.enumerated().contains { $1 == ["pin": .int($0 + 10)] })
  }

  /// Tokens made up according to the descriptions of their formats.
  private static let tokens: [String] = {
    let word = "a1B2c3D4e5F6g7H8i9J0kLmNoPqRsTuVwXyZ"
    let hex = "0123456789abcdef0123456789abcdef"
    let long = word + word + word
    return [
      "AKIAIOSFODNN7EXAMPLE", "ASIAIOSFODNN7EXAMPLE", "ghp_\(word)", "gho_\(word)", "ghu_\(word)",
      "ghs_\(word)", "ghr_\(word)", "github_pat_\(word)_\(word)", "glpat-\(word.prefix(20))",
      "gldt-\(word.prefix(20))", "glrt-\(word.prefix(20))", "glptt-\(hex)",
      "xoxb-123456789012-\(word)",
      "xoxp-123456789012-\(word)", "xapp-1-A123-456-\(hex)", "sk_live_\(word.prefix(24))",
      "sk_test_\(word.prefix(24))", "rk_live_\(word.prefix(24))", "whsec_\(word)", "SK\(hex)",
      "SG.\(word.prefix(22)).\(long.prefix(43))", "hvs.\(word.prefix(24))", "hvb.\(long)",
      "npm_\(word)",
      "AIza\(word.prefix(35))", "ya29.\(long)", "GOCSPX-\(word.prefix(28))",
      "1//0\(long.prefix(50))",
      "sk-\(long.prefix(48))", "sk-proj-\(long)", "sk-svcacct-\(long)", "sk-ant-api03-\(long)",
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.\(word)", "abc8Q~\(word.prefix(34))",
      "\(long.prefix(76))+AStabcdeQ==", "\(long.prefix(76))AZDO1a2b", "dop_v1_\(hex)\(hex)",
      "shpat_\(hex)",
      "hf_\(word.prefix(34))", "pypi-AgEIcHlwaS5vcmc\(long)", "dckr_pat_\(word.prefix(27))",
      "lin_api_\(long.prefix(40))", "dapi\(hex)", "glsa_\(word.prefix(32))_0a1b2c3d",
      "gsk_\(long.prefix(52))",
      "figd_\(word)", "key-\(hex)", "110201543:AA\(word.prefix(33))",
      "ABIAIOSFODNN7EXAMPLE", "ACCAIOSFODNN7EXAMPLE", "glft-\(word)", "xoxe.xoxp-1-\(word)",
      "hooks.slack.com/services/T0000000/B0000000/\(word)", "rk_test_\(word.prefix(24))",
      "hvr.\(word)", "sk-admin-\(long)", "sk-or-v1-\(hex)", "doo_v1_\(hex)\(hex)",
      "shpca_\(hex)", "ntn_\(long.prefix(46))", "glc_\(long)", "sntrys_\(long)_\(word)",
      "sntryu_\(hex)\(hex)", "PMAK-\(hex.prefix(24))-\(hex)ab", "xai-\(long.prefix(80))",
      "sbp_\(long.prefix(40))", "discord.com/api/webhooks/123456789012345678/\(long.prefix(68))",
      "sq0atp-\(word.prefix(22))", "sq0csp-\(long.prefix(43))",
      "AGE-SECRET-KEY-1\(long.uppercased().prefix(58))",
    ]
  }()

  @Test("A value under each default name is replaced in every place")
  func defaultNames() {
    let secret = Self.secret
    for name in MockSecrets.names {
      let key = name.replacing(" ", with: "_")
      for text in [
        #"{"a":{"\#(name)":"\#(secret)"}}"#, #"{"\#(key)":["\#(secret)"]}"#, "a=1&\(key)=\(secret)",
        "<\(key)>\(secret)</\(key)>", #"<input name="\#(key)" value="\#(secret)">"#,
        "--b\r\nContent-Disposition: form-data; name=\"\(key)\"\r\n\r\n\(secret)\r\n--b--\r\n",
        "\(key.uppercased()): \(secret)\r\nAccept: */*", #"data: {"\#(key)": "\#(secret)"}"#,
        Array(#"{"\#(key)":"\#(secret)"}"#.utf8).base64,
      ] {
        let shown = shown(text)
        #expect(shown != text && !shown.contains("Harbor"), "\(shown)")
        #expect(shown.utf8.count == text.utf8.count, "\(shown)")
      }
    }
  }

  @Test("A token with a known format is replaced anywhere", arguments: tokens)
  func formats(token: String) throws {
    let nested = Array(#"{"inner":{"note":"\#(token)"}}"#.utf8).base64
    for text in [
      token, "see \(token), or not", "x=\(token)&y=1", "[\(token)]", "%20\(token)", nested,
      Array(nested.utf8).base64, #"{"a":"{\"b\":\"\#(token)\"}"}"#,
    ] {
      let shown = shown(text)
      #expect(!shown.contains(token), "\(text): \(shown)")
      #expect(!shown.contains(nested), "\(shown)")
      #expect(shown.utf8.count == text.utf8.count, "\(shown)")
    }
  }

  @Test("All private keys in a text are replaced, and the text around them is kept")
  func keys() {
    let key = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nBKcwggSjAgEAAoIBAQ"
    let text = ["RSA PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY"].map {
      "first -----BEGIN \($0)-----\n\(key)\n-----END \($0)----- then"
    }.joined(separator: "\n")
    let shown = shown(text)
    #expect(!shown.contains("MIIE") && !shown.contains("BKcw"), "\(shown)")
    #expect(shown.split(separator: "\n").count == text.split(separator: "\n").count)
    #expect(shown.contains("-----END OPENSSH PRIVATE KEY----- then"))
    let certificate = "-----BEGIN CERTIFICATE-----\n\(key)\n-----END CERTIFICATE-----"
    #expect(self.shown(certificate) == certificate)
  }

  @Test("Bytes in the response of a route are only changed if they are text")
  func bytes() {
    func shown(_ body: String) -> AnyCodableValue {
      Redaction(style: .sameLength, findsShapes: true)
        .redacted(["encoding": "base64", "body": .string(body)])
    }
    // The bytes aren't text, although their base64 contains something like a key.
    let image = "/9j/AKIAIOSFODNN7EXAMPLE/+A="
    #expect(shown(image) == ["encoding": "base64", "body": .string(image)])
    let text = Array("a=1&password=Zx9-hush".utf8).base64
    let changed = Array("a=1&password=1-redact".utf8).base64
    #expect(shown(text) == ["encoding": "base64", "body": .string(changed)])
  }

  @Test("Base64 text is decoded at any depth, in time proportional to its length")
  func nestedBase64() {
    for depth in [1, 5, 22, 30] {
      var text = #"{"password":"Zx9-quiet.Harbor_77"}"#
      for _ in 0..<depth { text = Array(text.utf8).base64 }
      var shown = shown(text)
      for _ in 0..<depth {
        guard let inner = [UInt8](base64: Array(shown.utf8)) else { break }
        shown = String(decoding: inner, as: UTF8.self)
      }
      #expect(
        shown.hasPrefix(#"{"password":""#) && !shown.contains("Harbor"),
        "\(depth): \(shown.prefix(80))")
    }
  }

  @Test(
    "A random string with a neutral name is reported with its path, and an identifier isn't",
    arguments: 0..<100
  )
  func unknown(number: Int) {
    var generator = SplitMix(state: UInt64(number) &+ 5000)
    let kinds = [
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
      "abcdefghijklmnopqrstuvwxyz0123456789",
      "0123456789abcdef", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_",
    ].map(Array.init)
    let kind = number % 4
    let text = String(
      (0..<[24, 32, 40, 43][kind]).map { _ in
        kinds[kind][Int(generator.next() % UInt64(kinds[kind].count))]
      })
    let places = UnknownSecrets.places(in: [
      "data": ["key": .string(text)], "id": .string(text), "n": 1,
    ])
    #expect(places.first?.path == "data.key", "\(text)")
    #expect(!places.contains { $0.path == "id" })
    #expect(
      UnknownSecrets.places(in: ["list": ["a", .string("see \(text)!")]]).first?.path == "list[1]",
      "\(text)")
  }

  @Test("Letters that can't be words are random, without digits, too")
  func letters() {
    let text = "qzxvkjhwtrplmdnbgcsfqzkw"
    #expect(UnknownSecrets.places(in: ["data": .string(text)]).map(\.text) == [text])
  }

  @Test(
    "Words, names, dates, and addresses aren't random strings",
    arguments: [
      "the quick brown fox jumps over the lazy dog", "InternationalizationServiceImplementation",
      "com.example.BankingApp.widgets.HomeScreenWidgetProvider", "2026-11-25T13:14:15.123456Z",
      "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "/usr/share/locale/de_DE/LC_MESSAGES/libc.mo",
      "https://www.example.com/blog/2026/how-to-write-mocks?page=2",
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36", "+49 30 901820 123456",
      "MOCKLUA_SWIFT_SYNTAX_VERSION", "kCFErrorDomainCFNetwork", "NSURLErrorDomain",
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
      "1.2.3-beta.4+build.567", "customer-order-reference-number-2026",
      "checkoutButtonPrimaryLabelText2",
    ])
  func ordinary(text: String) {
    #expect(UnknownSecrets.places(in: .string(text)).isEmpty)
  }
}

/// Random numbers that are the same in each run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
