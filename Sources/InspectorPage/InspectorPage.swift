/// The page of the inspector, as its files are; SwiftPM puts their bytes into the program.
package enum InspectorPage {
  /// A file of the page.
  package struct Part: Sendable {
    /// The last part of its path; empty for the page itself.
    package var name: String
    /// The value of `Content-Type`.
    package var type: String
    package var bytes: [UInt8]
  }

  package static let parts = [
    Part(name: "", type: "text/html; charset=utf-8", bytes: PackageResources.index_html),
    Part(name: "style.css", type: "text/css; charset=utf-8", bytes: PackageResources.style_css),
    Part(name: "icon.svg", type: "image/svg+xml", bytes: PackageResources.icon_svg),
    Part(name: "openapi.json", type: "application/json", bytes: PackageResources.openapi_json),
    script("app.js", PackageResources.app_js),
    script("calls.js", PackageResources.calls_js),
    script("complete.js", PackageResources.complete_js),
    script("detail.js", PackageResources.detail_js),
    script("dom.js", PackageResources.dom_js),
    script("panels.js", PackageResources.panels_js),
    script("script.js", PackageResources.script_js),
    script("server.js", PackageResources.server_js),
  ]

  private static func script(_ name: String, _ bytes: [UInt8]) -> Part {
    Part(name: name, type: "text/javascript; charset=utf-8", bytes: bytes)
  }
}
