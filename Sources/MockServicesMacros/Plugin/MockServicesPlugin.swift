import SwiftSyntaxMacros

#if canImport(MockServicesExpansion)
  import MockServicesExpansion
#endif

private var allMacros: [any Macro.Type] {
  [MockServiceMacro.self, MockMethodMacro.self, MockedMacro.self, MockDefaultMacro.self]
}

#if canImport(SwiftCompilerPlugin)
  import SwiftCompilerPlugin

  /// Tells the compiler which macros there are.
  @main
  struct MockServicesPlugin: CompilerPlugin {
    let providingMacros = allMacros
  }
#else
  // A Linux toolchain has no `SwiftCompilerPlugin`, only what it is made of.
  @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling

  /// Tells the compiler which macros there are.
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

/// `@MockDefault`.
struct MockDefaultMacro: MockDefaultExpansion {}

/// `@MockMethod`.
struct MockMethodMacro: MockMethodExpansion {}

/// `@MockService`.
struct MockServiceMacro: MockServiceExpansion {}

/// `@Mocked`.
struct MockedMacro: MockedExpansion {}
