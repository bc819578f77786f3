import MockServicesExpansion
import SwiftSyntaxMacros

/// `@Mocked`.
struct MockedMacro: MockedExpansion {}
