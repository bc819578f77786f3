/// The media types of files by their filename extensions.
package enum MediaType {
  /// Returns the media type of a file, or `application/octet-stream` if it isn't known.
  package static func ofFile(_ name: String) -> String {
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return types[ending] ?? "application/octet-stream"
  }

  /// Returns whether data of the type is JSON.
  package static func isJSON(_ type: String) -> Bool {
    let name = type.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    return name == "application/json" || name.hasSuffix("+json") || name == "text/json"
  }

  private static let types = [
    "aac": "audio/aac", "avif": "image/avif", "css": "text/css; charset=utf-8",
    "csv": "text/csv; charset=utf-8", "gif": "image/gif", "gz": "application/gzip",
    "heic": "image/heic", "html": "text/html; charset=utf-8", "ico": "image/x-icon",
    "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "text/javascript; charset=utf-8",
    "json": "application/json", "m3u8": "application/vnd.apple.mpegurl", "m4a": "audio/mp4",
    "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4", "otf": "font/otf",
    "pdf": "application/pdf", "plist": "application/x-plist", "png": "image/png",
    "svg": "image/svg+xml", "ttf": "font/ttf", "txt": "text/plain; charset=utf-8",
    "wasm": "application/wasm", "wav": "audio/wav", "webm": "video/webm", "webp": "image/webp",
    "woff": "font/woff", "woff2": "font/woff2", "xml": "application/xml", "zip": "application/zip",
  ]
}
