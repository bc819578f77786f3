/// The two ways in which clients speak the Model Context Protocol.
enum MCPEra: Equatable {
  /// The client begins with `initialize`, and what was agreed on then holds for the process.
  case handshake
  /// Each request says its version in `_meta`; `server/discover` tells what there is.
  case stateless

  /// The version that is spoken in this way.
  var version: String {
    switch self {
    case .handshake: "2025-11-25"
    case .stateless: "2026-07-28"
    }
  }
}
