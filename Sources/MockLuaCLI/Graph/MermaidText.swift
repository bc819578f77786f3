import MockData

// A label is read three times: by Mermaid, which has words, entities such as `#quot;`, directives and icons
// anywhere in the text; as Markdown, which knows lists, emphasis and links, and of which Mermaid draws no more
// than emphasis; and as HTML. Entities are put in last, so that what is written as one has no other meaning. So
// letters and digits stay, and all else becomes an entity, unless it is harmless between its neighbours.

extension String {
  /// The text as the part of a quoted label in a Mermaid diagram, on one line and cut where it is long.
  ///
  /// An empty text, which Mermaid refuses, is written as two quotes.
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

  /// The text as the part of an identifier in a Mermaid diagram: other texts give other parts.
  ///
  /// Letters and digits of ASCII stay; each other byte of UTF-8 becomes `_` and two digits. So none is a word
  /// of Mermaid where something stands before it.
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
  /// Whether it means nothing to Mermaid, Markdown and HTML where it stands between two others.
  fileprivate func isHarmless(after before: Unicode.Scalar?, before after: Unicode.Scalar?) -> Bool
  {
    switch self {
    case _ where isLetterOrDigit: true
    case ",": true
    // Spaces at an end are dropped, several become one, and four are a block of code.
    case " ": before != nil && before != " " && after != nil
    // `signed-in` and `-1`, while `- x` is a list, and `---` a line.
    case "-": before != "-" && after?.isLetterOrDigit == true
    case "_": before?.isLetterOrDigit == true && after?.isLetterOrDigit == true
    // `0.5` and `...`, while `1. x` is a list, and `www.x.y` a link.
    case ".":
      before?.isDigit == true && after?.isDigit == true || before == "." || after == "."
    default: !isASCII && !properties.isWhitespace && !isMarkOfMermaid
    }
  }

  fileprivate var isDigit: Bool { "0"..."9" ~= self }

  fileprivate var isLetterOrDigit: Bool {
    isDigit || "a"..."z" ~= self || "A"..."Z" ~= self
  }

  /// Whether Mermaid marks its entities by this character while it draws, so that not even an entity can write it.
  private var isMarkOfMermaid: Bool { self == "\u{FB02}" || self == "\u{B6}" }

  fileprivate var entity: String {
    if self == "\"" { return "#quot;" }
    guard isMarkOfMermaid else { return "#\(value);" }
    return "\\u{\(String(value, radix: 16, uppercase: true))}".mermaidLabel
  }
}
