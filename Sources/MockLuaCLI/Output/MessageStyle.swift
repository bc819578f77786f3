import CLibrary
import MockPlatform

/// The style of messages on a stream.
struct MessageStyle: Equatable {
  /// Whether a diagnostic shows its source line with a caret below the column.
  ///
  /// Otherwise it is a plain line.
  var showsSource: Bool

  var isColored: Bool

  /// The number of columns of the terminal.
  var width = 80

  /// The style with one plain line for each message.
  static let plain = MessageStyle(showsSource: false, isColored: false)

  /// The colors of the parts of a message.
  enum Part: String {
    case place = "1"
    case error = "1;31"
    case warning = "1;33"
    case note = "1;36"
    case caret = "1;32"
    case gutter = "2"
    case value = "36"
    case failure = "31"
  }

  /// Returns text in the color of its part, or unchanged without colors.
  func painted(_ text: String, _ part: Part?) -> String {
    guard isColored, let part else { return text }
    return "\u{1B}[\(part.rawValue)m\(text)\u{1B}[0m"
  }
}

extension MessageStyle {
  /// Determines the style of a stream from `--color` and the variables `NO_COLOR`, `TERM`, and `COLUMNS`.
  init(of descriptor: Descriptor, _ choice: ColorChoice) {
    let (isTerminal, environment) = (descriptor.isTerminal, ProcessEnvironment())
    showsSource = isTerminal || choice == .always
    isColored =
      switch choice {
      case .always: true
      case .never: false
      case .auto:
        isTerminal && environment.value(of: "NO_COLOR") == nil && environment["TERM"] != "dumb"
      }
    width = descriptor.terminalWidth ?? environment.value(of: "COLUMNS").flatMap { Int($0) } ?? 80
  }
}

extension Descriptor {
  /// The number of columns of the terminal; nil if it isn't a terminal, or if the size is unknown.
  fileprivate var terminalWidth: Int? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

/// The value of `--color`, which determines whether messages are colored.
enum ColorChoice: String, CaseIterable, ArgumentValue {
  /// On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
  case auto
  /// Also in a pipe or a file, with source lines as on a terminal.
  case always
  case never
}

/// The environment variables of this process.
struct ProcessEnvironment {
  subscript(name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Returns the value of a variable; nil if it isn't set or is empty.
  func value(of name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
}
