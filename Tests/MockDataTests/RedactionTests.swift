import Testing

@testable import MockData

/// Secrets and their placeholders.
@Suite struct RedactionTests {
  @Test(
    "A name is secret if one of its words is in the list",
    arguments: [
      ("password", true), ("Password", true), ("PASSWORD", true), ("userPassword", true),
      ("accessToken", true), ("card_number", true), ("X-Authorization", true), ("userPIN", true),
      ("PINCode", true), ("otp2", true), ("tokens", true), ("set-cookie", true), ("user.pin", true),
      ("IBAN", true), ("clientSecretKey", true), ("pinned", false), ("discard", false),
      ("spin", false), ("cardinal", false), ("tokenize", false), ("code", false), ("", false),
      ("opinion", false), ("__", false), ("passwd", true), ("api_key", true), ("apiKey", true),
      ("X-APIKEY", true), ("PassWord", true), ("PASS_WORD", true), ("user-pass-word", true),
      ("passphrase", true), ("compass", false), ("wordpass", false), ("keyapi", false),
      ("session", true), ("sessionId", true), ("JSESSIONID", true), ("PHPSESSID", true),
      ("connect.sid", true), ("csrf", true), ("X-CSRF-Token", true), ("csrfmiddlewaretoken", true),
      ("XSRF-TOKEN", true), ("private_key", true), ("privateKey", true), ("PRIVATEKEY", true),
      ("cvv", true), ("cvv2", true), ("CVC", true), ("iban", true),
      ("Ocp-Apim-Subscription-Key", true),
      ("AccountKey", true), ("dbpassword", true), ("access_token", true), ("accesstoken", true),
      ("aws_secret_access_key", true), ("X-Amz-Signature", true), ("sig", true), ("pwd", true),
      ("passcode", true), ("client_credentials", true), ("tokenType", false), ("max_tokens", false),
      ("prompt_tokens", false), ("token_count", false), ("passwordPolicy", false),
      ("cookieName", false),
      ("sessions", false), ("sessionTimeout", false), ("cardBrand", false), ("design", false),
      ("resident", false), ("secretary", false), ("signal", false), ("expiresIn", false),
      ("x-ratelimit-remaining-tokens", false), ("x-ratelimit-reset-tokens", false),
      ("anthropic-ratelimit-input-tokens-remaining", false), ("resetToken", true),
      ("X-RateLimit-Limit-Tokens", false),
      ("passwordResetTokens", true), ("password_reset", true),
    ])
  func names(name: String, isSecret: Bool) {
    #expect(MockSecrets.isSecret(name) == isSecret)
  }

  @Test(
    "Programs and options keep their text",
    arguments: [
      "this.token=null;this.session=void 0", "var session=new Session()", "a.token=await f();",
      "x.withCredentials=true;", "i.withCredentials=!0:\"omit\"===e.credentials", "r.jwt=!1,r.x=2",
      "let token=undefined;", "this.accessToken=null,this.x=1", "e.session=typeof t",
      "fetch(u,{credentials:'include'})", "f({Authorization:\"Bearer \"+t})",
      "f({Authorization:`Bearer ${t}`})", "Access-Control-Allow-Credentials: true",
      #"{"hasSession":"true","withCredentials":"false"}"#,
    ])
  func programs(text: String) {
    #expect(Redaction(style: .sameLength, findsShapes: true).redacted(text) == text)
    // The same places can have secrets.
    let secret =
      "pwd=!P@ssw0rd&token=nullable7&session=void99&Authorization=Bearer aB3dE5fG7h&credentials=included1"
    let shown = Redaction(style: .sameLength, findsShapes: true).redacted(secret)
    for part in ["P@ssw0rd", "nullable7", "void99", "aB3dE5fG7h", "included1"] {
      #expect(!shown.contains(part), "\(shown)")
    }
  }

  @Test("A secret between two variables of a template is a secret")
  func templates() {
    let redaction = Redaction(style: .sameLength, findsShapes: true)
    let shown = redaction.redacted([
      "password": "{{a}}s3cr3tvalue99{{b}}", "token": "{{token}}",
      "text": "if(a<b){name=token;value=hello123;}",
    ])
    #expect(shown["password"]?.string?.contains("s3cr3tvalue99") == false)
    #expect(shown["token"] == "{{token}}")
    #expect(shown["text"] == "if(a<b){name=token;value=hello123;}")
  }

  @Test("All cookies in the lines of one value are secrets")
  func cookieLines() {
    let value = "lang=english1; Path=/\nsession=Zx9QwErTy7u1pAsD1; Path=/; HttpOnly"
    let shown = Redaction(style: .sameLength, findsShapes: true).redacted(
      value, named: "Set-Cookie")
    #expect(!shown.contains("english1") && !shown.contains("Zx9QwErTy7u1pAsD1"), "\(shown)")
    #expect(
      shown.contains("; Path=/\nsession=") && shown.hasSuffix("; Path=/; HttpOnly"), "\(shown)")
  }

  @Test("A path keeps its other components, and a secret may need the host to be known")
  func paths() {
    let redaction = Redaction(style: .sameLength, findsShapes: true)
    let method = "POST /v1/projects/p/secrets/my-secret:testIamPermissions2"
    #expect(redaction.redacted(path: method) == method)
    #expect(
      !redaction.redacted(path: "/x/cGFzc3dvcmQ9WnE4M2hmazQx:lookup").contains("WnE4M2hmazQx"))
    let form = redaction.redacted("note=1%2B1+is+2%3Bpin%3D1234")
    #expect(form.hasPrefix("note=1%2B1+is+2") && !form.contains("1234"), "\(form)")
    redaction.remember(secret: "aBc1+dEfGh23==")
    let cursor = redaction.redacted("cursor=aBc1+dEfGh23%3D%3D")
    #expect(!cursor.contains("dEfGh23"), "\(cursor)")
    let hook = "POST /services/T0AB12CD3/B0EF45GH6/a1B2c3D4e5F6g7H8i9J0k1L2"
    #expect(!redaction.redacted(path: hook, at: "hooks.slack.com").contains("a1B2c3D4"))
  }

  @Test("A secret is replaced in other places, unless it is a word, a constant, or a sentence")
  func echoes() {
    func echo(_ secret: String) -> String? {
      let redaction = Redaction(style: .sameLength, findsShapes: true)
      return redaction.redacted(["password": .string(secret), "text": .string("It is \(secret).")])[
        "text"]?.string
    }
    for word in ["required", "verification_required", "Is too short"] {
      #expect(echo(word) == "It is \(word).")
    }
    for secret in ["correct-horse-battery", "correcthorsebattery", "Zx9-quiet"] {
      #expect(echo(secret)?.contains(secret) == false)
    }
  }

  @Test("The variable adds names, including ones of several words, or removes all")
  func variable() {
    let standard = MockSecrets.names(of: nil)
    #expect(standard.contains("iban") && standard.contains("session"))
    let more = MockSecrets.names(of: "patient, dateOfBirth,,Tax-ID")
    #expect(more == standard.union(["patient", "date of birth", "tax id"]))
    #expect(MockSecrets.names(of: "off").isEmpty)
    let names = SecretNames(more)
    #expect(names.contains(in: SecretNames.words(of: "patientDateOfBirth")))
    #expect(!names.contains(in: SecretNames.words(of: "dateOf")))
  }

  @Test(
    "A recording keeps what only looks like a secret, or begins like one",
    arguments: [
      ["session": "https://api.example.com/sessions/1", "home": "https://api.example.com/home"],
      ["_links": ["credentials": ["href": "https://api.example.com/users/1/credentials"]]],
      ["cards": [["id": 101, "title": "Write docs"], ["id": 102, "title": "Test"]]],
      ["pins": [["lat": 52.52, "lon": 13.405, "label": "Berlin"]]],
      #"if("password"===e.type&&ok(e)){this.tokens=this.lexer.lex(e.raw);this.passwordVisible=!0}}"#,
      "<script>var csrfToken=window.getToken(document)</script><style>.token=keyword{a:b}</style>",
      "e.password=form.password;e.token!=t",
      [
        "id": "task-4f1c2b7a9d3e4f5a8b6c7d8e9f0a1b2c",
        "key": "disk-4f1c2b7a9d3e4f5a8b6c7d8e9f0a1b2c",
      ],
      "<key>cookies</key><array><dict><key>Domain</key><string>a.com</string></dict></array>",
      #"<h3 id="session-2">2024</h3><td id="card-1">Visa1</td>"#,
      "<p><name>password</name></p><p><label>Springfield7</label></p>",
    ] as [AnyCodableValue])
  func harmless(value: AnyCodableValue) {
    #expect(Redaction(style: .sameLength, findsShapes: true).redacted(value) == value)
  }

  @Test("A recording replaces only the secrets in rows, addresses, and numbers")
  func parts() {
    let redaction = Redaction(style: .sameLength, findsShapes: true)
    #expect(
      redaction.redacted([
        "cards": [["id": 7, "number": "4000-1234-9010-5678", "pin": "8137"]],
        "tokens": [["name": "ci", "value": "abcdefgh"]],
      ]) == [
        "cards": [["id": 7, "number": "1-redacted-1-redact", "pin": "9992"]],
        "tokens": [["name": "ci", "value": "3-redact"]],
      ])
    #expect(
      redaction.redacted(["session": "https://example.com/s/a1b2c3d4e5f6g7h8?page=2"])
        == ["session": "https://example.com/s/4-redacted-4-red?page=2"])
    #expect(
      redaction.redacted(["pin": "100000", "balance": 100000])
        == ["pin": "999995", "balance": 100000])
    let cursor = "eyJpZCI6MTAwLCJhIjoxfQ"
    #expect(
      redaction.redacted([
        "sessionToken": .string(cursor + "AAAA"), "cursor": .string(cursor + "BBBB"),
      ])
      .member(named: "cursor") == .string(cursor + "BBBB"))
  }

  @Test("A recording keeps words with other meanings, and what only describes a secret")
  func words() {
    let redaction = Redaction(style: .sameLength, findsShapes: true)
    #expect(
      redaction.redacted([
        "errors": ["password": ["is too short"], "name": ["is too short"]],
        "otp": "required", "text": "A code is required", "token": "invalid_token",
        "error": "invalid_token",
      ]) == [
        "errors": ["password": ["1-redacted-1"], "name": ["is too short"]],
        "otp": "2-redact", "text": "A code is required", "token": "3-redacted-3-",
        "error": "invalid_token",
      ])
    let described: AnyCodableValue = [
      "pin": ["lat": 46.94, "title": "Bern"],
      "properties": ["password": ["type": "string", "description": "The user's own"]],
    ]
    #expect(redaction.redacted(described) == described)
    #expect(
      redaction.redacted(["op": "replace", "path": "/password", "value": "correcthorse"])
        == ["op": "replace", "path": "/password", "value": "4-redacted-4"])
  }

  @Test(
    "Secrets in settings and tags don't need quotation marks",
    arguments: [
      ("db_password = p@ss!horse77\n", "db_password = 1-redacted-1\n"),
      ("if(token=next(1))go;while(token=e)return1;token=a[1](b)", nil),
      ("user = ada\npassword = Zq83hfk37\n", "user = ada\npassword = 1-redacte\n"),
      ("<input name=csrf_token value=Zq83hfk41>", "<input name=csrf_token value=1-redacte>"),
      ("<token pin='4711'>Zq83hfk41</token>", "<token pin='9991'>2-redacte</token>"),
      ("token = sha256(text)\npassword = form.password2\n", nil),
    ] as [(String, String?)])
  func unquoted(text: String, shown: String?) {
    let redaction = Redaction(style: .sameLength, findsShapes: true)
    #expect(redaction.redacted(.string(text)) == .string(shown ?? text))
  }

  @Test("Text in ISO 8859-1 keeps its encoding")
  func latin1() {
    func body(_ text: String) -> AnyCodableValue {
      let bytes = text.unicodeScalars.map { UInt8($0.value) }
      return ["encoding": "base64", "body": .string(bytes.base64)]
    }
    let redaction = Redaction(style: .sameLength, findsShapes: true)
    #expect(
      redaction.redacted(body(#"{"city":"Köln","password":"hunter2!"}"#))
        == body(#"{"city":"Köln","password":"1-redact"}"#))
  }

  @Test("Equal values have the same placeholder, whatever the order of the members")
  func placeholders() {
    let redaction = Redaction()
    let value: AnyCodableValue = [
      "password": "hunter2!", "again": "hunter2!", "user": ["pin": 4711, "token": ["a-long-one"]],
      "text": "it was hunter2!, and \"4711\"", "hunter2!": 1,
    ]
    #expect(
      redaction.redacted(value) == [
        "password": "<redacted 1>", "again": "<redacted 1>",
        "user": ["pin": "<redacted 2>", "token": ["<redacted 3>"]],
        "text": "it was <redacted 1>, and \"<redacted 2>\"", "<redacted 1>": 1,
      ])
    #expect(redaction.redacted(["otp": "hunter2!"]) == ["otp": "<redacted 1>"])
    #expect(
      redaction.restored(["x": "<redacted 2>", "y": ["<redacted 9>"]]) == [
        "x": 4711, "y": ["<redacted 9>"],
      ])
  }

  @Test(
    "Values that are empty or too common are kept",
    arguments: [
      (["hasToken": true, "pin": .null, "password": ""], nil),
      (
        ["pin": "12", "count": 12, "text": "12 of 123"],
        ["pin": "<redacted 1>", "count": 12, "text": "12 of 123"]
      ),
      (
        ["pin": "12", "text": "not \"12\"", "other": "12"],
        ["pin": "<redacted 1>", "text": "not \"<redacted 1>\"", "other": "<redacted 1>"]
      ),
      (
        ["password": "latest", "text": "the latests, the latest"],
        ["password": "<redacted 1>", "text": "the latests, the <redacted 1>"]
      ),
      (
        ["password": "password", "text": "a password"],
        ["password": "<redacted 1>", "text": "a password"]
      ),
      (
        ["headers": [["name": "Cookie", "value": "chocolate"]]],
        ["headers": [["name": "Cookie", "value": "<redacted 1>"]]]
      ),
      (["pin": ["$regex": "^1+$"]], nil),
      (["token": "<redacted 3>"], nil),
    ] as [(AnyCodableValue, AnyCodableValue?)])
  func kept(value: AnyCodableValue, shown: AnyCodableValue?) {
    #expect(Redaction().redacted(value) == shown ?? value)
  }

  @Test(
    "JSON in strings, and pairs in URLs and forms, are redacted",
    arguments: [
      (#"{"user": "Ada", "pin": 12}"#, #"{"pin":"<redacted 1>","user":"Ada"}"#),
      (
        #"[{"body": "{\"passwd\":\"hunter2!\"}"}]"#,
        #"[{"body":"{\"passwd\":\"<redacted 1>\"}"}]"#
      ),
      ("https://a.b/c?user=1&api_key=x%20y#top", "https://a.b/c?user=1&api_key=<redacted 1>#top"),
      ("/login?otp=12", "/login?otp=<redacted 1>"),
      ("https://a.b/#access_token=abc", "https://a.b/#access_token=<redacted 1>"),
      ("https://ada:hunter2!@a.b/c", "https://ada:<redacted 1>@a.b/c"),
      ("user=Ada&PassWord=a+b", "user=Ada&PassWord=<redacted 1>"),
      ("theme=1; token=abc; path=/", "theme=1; token=<redacted 1>; path=/"),
    ])
  func within(text: String, shown: String) {
    let redaction = Redaction()
    #expect(redaction.redacted(["text": .string(text)]) == ["text": .string(shown)])
    #expect(redaction.restored(.string(shown)) == .string(text))
  }

  @Test(
    "Strings that only look like data are kept",
    arguments: [
      "{not json: token}", "token == 5", "a@b.c", "https://a.b:80/c@d", "?page=2&sort=asc",
      "token=",
      "=", "@", "token=%zz", "otp=...",
    ])
  func unlike(text: String) {
    #expect(Redaction().redacted(["text": .string(text)]) == ["text": .string(text)])
  }

  @Test("A value is the same secret in a URL, in JSON, and on its own")
  func same() {
    let shown = Redaction().redacted([
      "a": "https://a.b/?token=long%2Fvalue", "b": #"{"token":"long/value"}"#, "c": "long/value",
    ])
    #expect(
      shown == [
        "a": "https://a.b/?token=<redacted 1>", "b": #"{"token":"<redacted 1>"}"#,
        "c": "<redacted 1>",
      ])
  }

  @Test("A long secret truncated by a message is recognized by its start")
  func beginnings() {
    let redaction = Redaction()
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl"
    redaction.remember(["token": .string(token)])
    #expect(redaction.redacted("it is \(token.prefix(30))...") == "it is <redacted 1>...")
    #expect(redaction.redacted("it is \(token.prefix(10))...") == "it is \(token.prefix(10))...")
  }
}
