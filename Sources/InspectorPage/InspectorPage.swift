/// The files of the inspector page, which the build embeds into the program.
package enum InspectorPage {
  package struct Part: Sendable {
    /// The last component of its path; empty for the page itself.
    package var name: String
    /// The value of `Content-Type`.
    package var type: String
    package var text: String
  }

  package static let parts = [
    Part(name: "", type: "text/html; charset=utf-8", text: EmbeddedFiles.index_html),
    Part(name: "style.css", type: "text/css; charset=utf-8", text: EmbeddedFiles.style_css),
    Part(name: "icon.svg", type: "image/svg+xml", text: EmbeddedFiles.icon_svg),
    Part(name: "openapi.json", type: "application/json", text: EmbeddedFiles.openapi_json),
    script("app.js", EmbeddedFiles.app_js),
    script("bodies.js", EmbeddedFiles.bodies_js),
    script("calls.js", EmbeddedFiles.calls_js),
    script("complete.js", EmbeddedFiles.complete_js),
    script("detail.js", EmbeddedFiles.detail_js),
    script("dom.js", EmbeddedFiles.dom_js),
    script("panels.js", EmbeddedFiles.panels_js),
    script("request.js", EmbeddedFiles.request_js),
    script("script.js", EmbeddedFiles.script_js),
    script("server.js", EmbeddedFiles.server_js),
  ]

  private static func script(_ name: String, _ text: String) -> Part {
    Part(name: name, type: "text/javascript; charset=utf-8", text: text)
  }
}
