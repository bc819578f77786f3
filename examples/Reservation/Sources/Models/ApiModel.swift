/// A model that a server sends or receives.
///
/// Its values aren't trusted until they are mapped to a domain model.
protocol ApiModel: Codable, Sendable {}
