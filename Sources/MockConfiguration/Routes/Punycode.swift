/// An encoder for host names with non-ASCII letters, as used in requests (RFC 3492, RFC 5891).
///
/// Letters must be composed (NFC) and lowercase, as they usually are in an address that a user types.
enum Punycode {
  private static let base = 36
  private static let (lowest, highest) = (1, 26)
  private static let firstScalar: UInt32 = 0x80

  /// The maximum number of characters of a label in DNS.
  ///
  /// Longer labels are left unchanged.
  private static let longest = 63

  /// Returns a name with each label in ASCII: `bücher.example` as `xn--bcher-kva.example`.
  static func host(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 >= 0x80 }) else { return name }
    return name.split(separator: ".", omittingEmptySubsequences: false).map { label in
      let scalars = label.unicodeScalars.map(\.value)
      guard scalars.count <= longest, scalars.contains(where: { $0 >= firstScalar }) else {
        return String(label)
      }
      return "xn--" + encoded(scalars)
    }.joined(separator: ".")
  }

  private static func encoded(_ label: [UInt32]) -> String {
    let basic = label.filter { $0 < firstScalar }
    var output = basic.map { UInt8($0) }
    if !basic.isEmpty { output.append(UInt8(ascii: "-")) }
    var (scalar, delta, bias, written) = (firstScalar, 0, 72, basic.count)
    while written < label.count, let next = label.filter({ $0 >= scalar }).min() {
      delta += Int(next - scalar) * (written + 1)
      scalar = next
      for other in label {
        if other < scalar { delta += 1 }
        guard other == scalar else { continue }
        append(delta, bias, to: &output)
        bias = adapted(delta, written + 1, isFirst: written == basic.count)
        (delta, written) = (0, written + 1)
      }
      (delta, scalar) = (delta + 1, scalar + 1)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends a variable-length number, least significant digit first.
  private static func append(_ number: Int, _ bias: Int, to output: inout [UInt8]) {
    var (rest, place) = (number, base)
    while true {
      let threshold = min(max(place - bias, lowest), highest)
      if rest < threshold { break }
      output.append(digit(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      place += base
    }
    output.append(digit(rest))
  }

  private static func digit(_ value: Int) -> UInt8 {
    value < 26 ? UInt8(ascii: "a") + UInt8(value) : UInt8(ascii: "0") + UInt8(value - 26)
  }

  /// Returns the bias, which determines the thresholds for the next number.
  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var places = 0
    while delta > (base - lowest) * highest / 2 {
      delta /= base - lowest
      places += base
    }
    return places + (base - lowest + 1) * delta / (delta + 38)
  }
}
