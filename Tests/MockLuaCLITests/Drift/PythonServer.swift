import Foundation
import MockData
import TestSupport

/// A Python server whose responses come from a file that it reads for each request.
///
/// `@unchecked Sendable`: the last reference ends the process.
final class PythonServer: @unchecked Sendable {
  static let isAvailable =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/env") && runs("python3")
  /// Whether the program that `mocklua drift` uses for requests is available.
  static let isReachable = isAvailable && runs("curl")

  let folder: TemporaryFolder
  let address: String
  private let process: ChildProcess

  private static let source = """
    from http import server as http_server
    from json import dumps, load
    class Handler(http_server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def answer(self):
            answers = load(open("answers.json"))
            with open("asked.txt", "a") as file:
                file.write(f"{self.command} {self.path}\\n")
            length = int(self.headers.get("Content-Length") or 0)
            self.rfile.read(length)
            found = answers.get(f"{self.command} {self.path}")
            if found is None:
                found = answers.get(self.command.replace("HEAD", "GET") + " " + self.path, {"status": 404, "body": {"error": "none"}})
            body = found.get("text", "").encode() if "text" in found else dumps(found["body"]).encode() if "body" in found else b""
            self.send_response(found.get("status", 200))
            if body:
                self.send_header("Content-Type", found.get("type", "application/json"))
            # Every other body has chunks and a trailer.
            if len(body) % 2 == 0:
                self.send_header("Content-Length", str(len(body)))
            else:
                self.send_header("Transfer-Encoding", "chunked")
                body = b"%x\\r\\n%s\\r\\n0\\r\\nX-Checked: 1\\r\\n\\r\\n" % (len(body), body)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)
        do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = answer
        def log_message(self, *arguments): pass
    server = http_server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()
    """

  init(_ answers: AnyCodableValue) throws {
    folder = try TemporaryFolder()
    try folder.write(String(decoding: answers.compactJSON, as: UTF8.self), to: "answers.json")
    try folder.write(Self.source, to: "server.py")
    process = try ChildProcess(["python3", "server.py"], in: folder.url)
    let line = String(decoding: process.output.availableData, as: UTF8.self)
    address = "http://127.0.0.1:\(line.prefix { $0.isNumber })"
  }

  deinit {
    process.kill()
    _ = process.wait()
  }

  /// Changes the responses from now on.
  func answer(_ answers: AnyCodableValue) throws {
    try folder.write(String(decoding: answers.compactJSON, as: UTF8.self), to: "answers.json")
  }

  /// The requests received so far, one per line.
  var asked: [String] {
    ((try? folder.read("asked.txt")) ?? "").split(separator: "\n").map(String.init)
  }

  private static func runs(_ program: String) -> Bool {
    (try? ChildProcess([program, "--version"]))?.wait() == 0
  }
}
