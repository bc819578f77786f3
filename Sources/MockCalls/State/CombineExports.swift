#if canImport(Combine)
  // Combine's own subjects where they exist, so that an app's publishers take them as they are.
  @_exported @preconcurrency public import class Combine.AnyCancellable
  @_exported @preconcurrency public import class Combine.CurrentValueSubject
  internal import Combine
#endif
