/// A model that a server sends or receives.
///
/// It isn't trusted until it's mapped.
protocol ApiModel: Codable, Sendable {}
