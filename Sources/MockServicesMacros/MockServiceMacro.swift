import MockServicesExpansion
import SwiftSyntaxMacros

/// `@MockService`.
struct MockServiceMacro: MockServiceExpansion {}
