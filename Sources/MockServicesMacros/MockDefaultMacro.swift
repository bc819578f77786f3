import MockServicesExpansion
import SwiftSyntaxMacros

/// `@MockDefault`.
struct MockDefaultMacro: MockDefaultExpansion {}
