@available(iOS 26, macOS 26, visionOS 26, *)
public final class SystemLanguageModel: Sendable {
  public static let `default` = SystemLanguageModel()
  public var isAvailable: Bool { fatalError() }
}

@available(iOS 26, macOS 26, visionOS 26, *)
public final class LanguageModelSession: @unchecked Sendable {
  public struct Response<Content> {
    public let content: Content
  }

  public convenience init(instructions: String? = nil) { self.init() }
  init() {}

  public func respond(to prompt: String) async throws -> Response<String> { fatalError() }
}
