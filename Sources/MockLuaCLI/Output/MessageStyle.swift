import CLibrary
import MockPlatform

/// How messages are written to a stream.
struct MessageStyle: Equatable {
  /// Whether a diagnostic shows its source line with a caret under the column; else it is one plain line.
  var showsSource: Bool

  var isColoured: Bool

  /// The columns of the terminal.
  var width = 80

  /// One plain line for each message.
  static let plain = MessageStyle(showsSource: false, isColoured: false)

  init(showsSource: Bool, isColoured: Bool, width: Int = 80) {
    self.showsSource = showsSource
    self.isColoured = isColoured
    self.width = width
  }

  /// The style of a stream.
  ///
  /// - Parameters:
  ///   - descriptor: The stream.
  ///   - choice: What `--color` says.
  ///   - environment: `NO_COLOR`, `TERM` and `COLUMNS`.
  init(
    of descriptor: Descriptor, _ choice: ColorChoice,
    environment: ProcessEnvironment = ProcessEnvironment()
  ) {
    let isTerminal = descriptor.isTerminal
    showsSource = isTerminal || choice == .always
    isColoured =
      switch choice {
      case .always: true
      case .never: false
      case .auto:
        isTerminal && environment.value(of: "NO_COLOR") == nil && environment["TERM"] != "dumb"
      }
    width = descriptor.terminalWidth ?? environment.value(of: "COLUMNS").flatMap { Int($0) } ?? 80
  }

  /// The looks of a part of a message, by what it stands for.
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

  /// A text with the colour of its part; the text itself where there are no colours.
  func painted(_ text: String, _ part: Part?) -> String {
    guard isColoured, let part else { return text }
    return "\u{1B}[\(part.rawValue)m\(text)\u{1B}[0m"
  }
}

extension Descriptor {
  /// The columns of the terminal; nil where there is none, or where it does not say.
  fileprivate var terminalWidth: Int? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

/// When messages have colours: the value of `--color`.
enum ColorChoice: String, CaseIterable, ArgumentValue {
  /// On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
  case auto
  /// Also in a pipe or a file, with source lines as on a terminal.
  case always
  case never
}
