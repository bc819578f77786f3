import MockData

// A label is parsed three times. First by Mermaid, which has keywords, entities such as `#quot;`, directives, and icons
// anywhere in the text. Then as Markdown, which has lists, emphasis, and links, although Mermaid only draws emphasis.
// And finally as HTML. Entities are replaced last, so they have no other meaning. Therefore letters and digits stay
// unchanged, and all other characters become entities unless they are harmless between their neighbors.

extension String {
  /// The text as part of a quoted label in a Mermaid diagram, on one line and truncated if it is long.
  ///
  /// An empty string, which Mermaid doesn't allow, becomes two quotes.
  var mermaidLabel: String {
    let scalars = Array((isEmpty ? "\"\"" : escaped).unicodeScalars)
    var label = ""
    for (index, scalar) in scalars.enumerated() {
      let before = index > 0 ? scalars[index - 1] : nil
      let after = index + 1 < scalars.count ? scalars[index + 1] : nil
      label += scalar.isHarmless(after: before, before: after) ? String(scalar) : scalar.entity
    }
    return label
  }

  /// The text as part of an identifier in a Mermaid diagram.
  ///
  /// Different strings have different identifiers.
  ///
  /// ASCII letters and digits stay unchanged. Each other byte of UTF-8 becomes `_` and two digits. With a prefix, the
  /// result is never a keyword of Mermaid.
  var mermaidIdentifier: String {
    var identifier = ""
    for byte in utf8 {
      let scalar = Unicode.Scalar(byte)
      if scalar.isLetterOrDigit {
        identifier.unicodeScalars.append(scalar)
      } else {
        identifier += (byte < 0x10 ? "_0" : "_") + String(byte, radix: 16, uppercase: true)
      }
    }
    return identifier
  }
}

extension Unicode.Scalar {
  /// Whether the character has no special meaning in Mermaid, Markdown, and HTML between its neighbors.
  fileprivate func isHarmless(after before: Unicode.Scalar?, before after: Unicode.Scalar?) -> Bool
  {
    switch self {
    case _ where isLetterOrDigit: true
    case ",": true
    // Leading and trailing spaces are removed, several spaces are merged, and four spaces start a code block.
    case " ": before != nil && before != " " && after != nil
    // `signed-in` and `-1` are fine, but `- x` is a list, and `---` is a line.
    case "-": before != "-" && after?.isLetterOrDigit == true
    case "_": before?.isLetterOrDigit == true && after?.isLetterOrDigit == true
    // `0.5` and `...` are fine, but `1. x` is a list, and `www.x.y` is a link.
    case ".":
      before?.isDigit == true && after?.isDigit == true || before == "." || after == "."
    default: !isASCII && !properties.isWhitespace && !isMarkOfMermaid
    }
  }

  fileprivate var isDigit: Bool { "0"..."9" ~= self }

  fileprivate var isLetterOrDigit: Bool {
    isDigit || "a"..."z" ~= self || "A"..."Z" ~= self
  }

  /// Whether Mermaid uses this character internally to mark entities, so that not even an entity can represent it.
  private var isMarkOfMermaid: Bool { self == "\u{FB02}" || self == "\u{B6}" }

  fileprivate var entity: String {
    if self == "\"" { return "#quot;" }
    guard isMarkOfMermaid else { return "#\(value);" }
    return "\\u{\(String(value, radix: 16, uppercase: true))}".mermaidLabel
  }
}
