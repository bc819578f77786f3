import SwiftSyntaxMacros

#if canImport(MockServicesExpansion)
  import MockServicesExpansion
#endif

private var allMacros: [any Macro.Type] {
  [MockServiceMacro.self, MockMethodMacro.self, MockedMacro.self, MockDefaultMacro.self]
}

#if canImport(SwiftCompilerPlugin)
  import SwiftCompilerPlugin

  @main
  struct MockServicesPlugin: CompilerPlugin {
    let providingMacros = allMacros
  }
#else
  // Toolchains for Linux don't contain `SwiftCompilerPlugin`, but they contain the module on which it is built.
  @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling

  @main
  struct MockServicesPlugin: PluginProvider {
    static func main() throws {
      let connection = try StandardIOMessageConnection()
      try CompilerPluginMessageListener(connection: connection, provider: Self()).main()
    }

    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
      let name = "\(moduleName).\(typeName)"
      guard let macro = allMacros.first(where: { String(reflecting: $0) == name }) else {
        throw UnknownMacro(description: "no macro `\(name)`; rebuild the package")
      }
      return macro
    }

    private struct UnknownMacro: Error, CustomStringConvertible {
      let description: String
    }
  }
#endif

struct MockDefaultMacro: MockDefaultExpansion {}

struct MockMethodMacro: MockMethodExpansion {}

struct MockServiceMacro: MockServiceExpansion {}

struct MockedMacro: MockedExpansion {}
