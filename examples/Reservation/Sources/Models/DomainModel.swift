/// What views use: checked, complete, and free of anything that only the network knows.
protocol DomainModel: Hashable, Sendable {}
