import Foundation
import MockData
import MockHTTPServer
import MockPlatform
import Testing

@testable import MockLuaCLI

/// The messages for system errors.
struct CommandFailureTests {

  @Test(
    "An unreadable script is reported",
    arguments: [
      (
        .system(SystemError(ENOENT)),
        "a: no such file or folder; check the name, or write - to read standard input"
      ),
      (
        .system(SystemError(ENOTDIR)),
        "a: isn't a folder; check the name, or write - to read standard input"
      ),
      (.system(SystemError(EACCES)), "a: permission denied; make it readable (chmod +r)"),
      (.system(SystemError(EBADF)), "a: closed; redirect a script into it, or name a file"),
      (.system(SystemError(EIO)), "a: Input/output error; name a file that can be read"),
      (.missing(nearest: "a.lua"), "a: no such file; did you mean 'a.lua'?"),
      (.folder(example: nil), "a: is a folder; name a file in it"),
      (.folder(example: "a/b.lua"), "a: is a folder; name a file in it, such as 'a/b.lua'"),
      (.binary, "a: is binary data, not text; name a Lua source file"),
      (.tooLong(limit: 64 << 20), "a: is longer than 64 MiB; name a Lua source file"),
    ] as [(ScriptProblem, String)])
  func saysWhatIsWrongWithScript(problem: ScriptProblem, message: String) {
    #expect(CommandFailure.unreadable(path: "a", problem).description == "mocklua: " + message)
  }

  @Test(
    "An inspector that can't open is reported",
    arguments: [
      (
        .cannotListen("Address already in use"),
        "127.0.0.1:7000: the inspector cannot listen: Address already in use; remove `--inspector-port` to let the"
          + " system choose a free port"
      ),
      (
        .notBuilt,
        "mocklua: this command does not have an inspector, because it was built without libmicrohttpd; install it"
          + " (`brew install libmicrohttpd`, or Debian's libmicrohttpd-dev), and build `mocklua` again"
      ),
    ] as [(HTTPServerProblem, String)])
  func saysWhyInspectorDoesNotOpen(problem: HTTPServerProblem, message: String) {
    #expect(CommandFailure.inspector(problem, port: 7000).description == message)
  }

  @Test(
    "A port server that can't start is reported",
    arguments: [
      (
        nil,
        "127.0.0.1:80: the server cannot listen: no; use port 0 to let the system choose a free port"
      ),
      (
        "nonsense",
        "nonsense:80: the server cannot listen: no; use an IPv4 address of this machine, such as 0.0.0.0,"
          + " and port 0 for a free one"
      ),
    ] as [(String?, String)])
  func saysWhyRoutesAreNotAnswered(address: String?, message: String) {
    let error = RouteServerError(.cannotListen("no"), port: 80, at: address)
    #expect(CommandFailure.routes(error).description == "mocklua: \(message)")
  }

  @Test(
    "A server that can't use TLS is reported",
    arguments: [
      (
        nil,
        "this build has no TLS, because it was built without GnuTLS, like the archive for Linux; install it"
          + " (`brew install gnutls`, or Debian's libgnutls28-dev), and build from source"
      ),
      ("no", "GnuTLS cannot create a certificate: no; check its system-wide settings"),
    ] as [(String?, String)])
  func saysWhyThereIsNoTLS(reason: String?, message: String) {
    #expect(RouteServerError(.noTLS(reason), port: 80).description == message)
  }

  @Test("The line that isn't UTF-8 is reported")
  func namesLine() {
    let failure = CommandFailure.unreadable(path: "a.lua", .encoding(.notUTF8(line: 7)))
    #expect(failure.description == "a.lua:7: the line is not UTF-8; save the file as UTF-8")
  }

  @Test(
    "A result that can't be written is reported",
    arguments: [
      (ENOENT, "no such file or folder; create the folder first"),
      (ENOTDIR, "isn't a folder; create the folder first"),
      (EISDIR, "is a folder; name a file in it"),
      (EACCES, "permission denied; name a file and folder that you may write to"),
      (EPERM, "permission denied; name a file and folder that you may write to"),
      (EPIPE, "broken pipe; the program that reads the pipe ended before it had read everything"),
      (ENOSPC, "no space left; make room and try again"),
      (EDQUOT, "no space left; make room and try again"),
      (EFBIG, "no space left; make room and try again"),
      (EBADF, "closed; open it, or use --output FILE"),
      (EIO, "Input/output error; name another file with --output"),
    ])
  func saysWhyUnwritable(code: Int32, message: String) {
    let failure = CommandFailure.unwritable(target: "x", SystemError(code))
    #expect(failure.description == "mocklua: x: " + message)
  }

  @Test("Other failures are reported")
  func saysWhatElse() {
    #expect(
      CommandFailure.noFolder(path: "lib", SystemError(ENOENT)).description
        == "mocklua: lib: no such file or folder; give --path a folder of Lua files")
    #expect(
      CommandFailure.wouldReplaceScript(path: "a.lua").description
        == "mocklua: a.lua: is the script itself; name another file")
    #expect(
      CommandFailure.tooLargeForVariable(size: 200_000, limit: 131_051).description
        == "mocklua: even compressed, the configuration's 200000 bytes of JSON exceed the limit of an "
        + "environment variable here (131051); write it with --output FILE, and set "
        + "MOCK_SERVICE_CONFIG_FILE=FILE instead")
    #expect(
      CommandFailure.unencodable(cause: SystemError(EIO)).description.hasPrefix(
        "mocklua: the configuration can't be written as JSON: "))
  }
}
