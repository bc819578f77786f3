internal import MockCalls
internal import MockConfiguration
internal import MockData

// The services in a `hello`: those that the app mocks, with the requirements of their protocols.

extension AppDescription.Service {
  private static let (name, contract) = ("name", "contract")

  /// Returns the service as an object in a `hello`.
  func greeting(withContract: Bool) -> AnyCodableValue {
    var members: [String: AnyCodableValue] = [Self.name: .string(name)]
    if withContract, let contract {
      // The contract contains only strings and Booleans, so the encoding can't fail.
      members[Self.contract] = try? AnyCodableValueEncoder().encode(contract)
    }
    return .dictionary(members)
  }

  /// Reads a service from a `hello`.
  ///
  /// Members that aren't known belong to later versions, and are ignored.
  fileprivate init(greeting: AnyCodableValue, at index: Int) throws(FrameProblem) {
    guard case .dictionary(let members) = greeting, case .string(let name)? = members[Self.name]
    else {
      throw .wrongValue("services", kind: "hello", expected: "list of objects with a `name`")
    }
    self.init(name)
    guard let contract = members[Self.contract] else { return }
    do {
      self.contract = try AnyCodableValueDecoder().decode(_MockContract.self, from: contract)
    } catch {
      throw .unusableContract(
        service: name, index: index, reason: MockConfigurationError(error).description)
    }
  }
}

extension SessionFrame.Hello {
  /// Returns the services of a `hello`.
  func greetedServices() throws(FrameProblem) -> [AppDescription.Service] {
    guard case .array(let list) = services else {
      throw .wrongValue("services", kind: "hello", expected: "list of objects")
    }
    var read: [AppDescription.Service] = []
    for (index, service) in list.enumerated() {
      read.append(try .init(greeting: service, at: index))
    }
    return read
  }
}
