extension String {
  /// The text as a part of a URL has it: all but letters, digits and `-_.~` as percent and two digits.
  package var urlEscaped: String {
    var text = ""
    for byte in utf8 {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || "-_.~".utf8.contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      text +=
        isPlain ? String(Unicode.Scalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
    }
    return text
  }
}
