import Foundation
import Testing

/// Compares the output shown in the Checking article with that of `mocklua check`.
@Suite("The documentation of checking")
struct CheckingDocumentationTests {
  private static let script = """
    service "OTP" { verify = {
      when({ code = is.gt(1) }, reply(true)),
      when({ code = 5 }, reply(false)),
    } }
    """

  @Test("A warning on a terminal, and as an annotation")
  func shows() throws {
    let folder = try TemporaryFolder(["login.lua": Self.script])
    let terminal = try MockLuaProcess(["check", "login.lua", "--color", "always"], in: folder)
    #expect(
      terminal.output.replacing(/\u{1B}\[[0-9;]*m/, with: "") == #"""
        login.lua:3: warning: this rule of `OTP.verify` is never reached: the rule on line 2 accepts everything that this one does; move it before that rule, or remove it
         3 |   when({ code = 5 }, reply(false)),
        login.lua:2: note: the rule is here
         2 |   when({ code = is.gt(1) }, reply(true)),

        """#)
    let github = try MockLuaProcess(["check", "login.lua", "--format", "github"], in: folder)
    #expect(
      github.output == """
        ::warning file=login.lua,line=3,title=unreachable-rule::this rule of `OTP.verify` is never reached: the rule on line 2 accepts everything that this one does; move it before that rule, or remove it

        """)
  }
}
