import MockServices

/// Two hundred values that must not be found anywhere, a quarter in each kind of place.
enum PlantedSecrets {
  /// Strings, some of which need escapes in JSON and in Lua.
  static let texts: [String] = (0..<180).map { index in
    let body = "\(String(index * 7919 + 104_729, radix: 36))hush"
    return index % 9 == 0 ? "\(body)\"\\x\(index)" : "\(body)-\(index)"
  }

  /// Numbers, such as a PIN.
  static let numbers: [Int] = (0..<20).map { 7_310_011 + $0 * 97_531 }

  static let names = [
    "password", "clientSecret", "access_token", "X-Authorization", "cookies", "PINCode", "otp",
    "ibanNumber", "card",
  ]

  static func name(_ index: Int) -> String { names[index % names.count] }

  /// A script with the secrets in its responses, errors, and state.
  static var script: String {
    func literal(_ text: String) -> String {
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    let values = (45..<90).map { "{ [\"\(name($0))\"] = \(literal(texts[$0])) }" }
    let numbers = (5..<10).map { "{ pin = \(Self.numbers[$0]) }" }
    let errors = (90..<135).map { index in
      "fail(\"denied\", \"not with \" .. \(literal(texts[index])), { password = \(literal(texts[index])) })"
    }
    let state = (135..<180).map { "token_\(Self.letters[$0 - 135]) = \(literal(texts[$0]))" }
    let states = (10..<20).map { "pin_\(Self.letters[$0]) = \(Self.numbers[$0])" }
    return """
      shared { \((state + states).joined(separator: ", ")), last = "" }
      service "Vault" {
        store = { when({ password = "hunter2hunter2" }, reply(1)), when({ otp = "11" }, reply(2)) },
        keep = function(args)
          state.last = "kept " .. tostring(args.value)
          return { echo = args.value, text = "it was " .. tostring(args.value) }
        end,
        open = { \((values.map { "reply \($0)" } + numbers.map { "reply \($0)" }).joined(separator: ", ")) },
        enter = { \(errors.joined(separator: ", ")) },
        refuse = function(args) error("wrong: " .. tostring(args.password)) end,
        currentToken = function() return "only" .. "here" .. "built-0815-token" end,
      }
      """
  }

  /// A secret assembled by a function, and returned by a method whose name reveals it.
  static let built = "onlyherebuilt-0815-token"

  /// `za`, `zb`, and so on.
  ///
  /// They don't contain digits, which would end a word, or `at`, because `token_at` is a time.
  private static let letters: [String] = {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz")
    return (0..<60).map { index in String([alphabet[25 - index / 26], alphabet[index % 26]]) }
  }()
}
