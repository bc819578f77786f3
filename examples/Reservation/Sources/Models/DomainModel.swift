/// A model for views: validated, complete, and independent of the network.
protocol DomainModel: Hashable, Sendable {}
