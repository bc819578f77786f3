public import SwiftSyntaxMacros

public protocol CompilerPlugin {
  init()
  var providingMacros: [any Macro.Type] { get }
}

extension CompilerPlugin {
  public static func main() throws {}
}
