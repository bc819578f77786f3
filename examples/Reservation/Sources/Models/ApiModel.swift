/// What a server sends or takes: nothing in it is to be trusted before it is mapped.
protocol ApiModel: Codable, Sendable {}
