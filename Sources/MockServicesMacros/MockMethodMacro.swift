import MockServicesExpansion
import SwiftSyntaxMacros

/// `@MockMethod`.
struct MockMethodMacro: MockMethodExpansion {}
