#if canImport(Combine)
  // Exports Combine's own subjects if they are available, so that an app's publishers accept them unchanged.
  @_exported @preconcurrency public import class Combine.AnyCancellable
  @_exported @preconcurrency public import class Combine.CurrentValueSubject
  internal import Combine
#endif
