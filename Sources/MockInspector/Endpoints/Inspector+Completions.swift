internal import MockCalls
internal import MockData
internal import MockHTTPServer
internal import MockLua
internal import MockLuaTools

extension Inspector {
  private static let uses = ["arguments", "response", "state"]

  /// Handles `POST /__admin/completions`: returns the completions at the end of the given text.
  func complete(_ exchange: HTTPExchange) throws(Refusal) {
    let use = try exchange.object().text("of")
    guard Self.uses.contains(use) else {
      throw .badRequest("`of` must be one of \(Self.uses.joined(separator: ", "))")
    }
    let body = try exchange.object(keys: ["text", "of", use == "state" ? "key" : "call"])
    let text = try body.text("text")
    let scenario = session.scenario
    var contract = session.contract
    let place: DataPlace
    if use == "state" {
      place = .state(key: try body.text("key"))
    } else {
      let request = try body.call()
      let (service, method) = (request.service, request.method)
      try checkService(service)
      contract.addArguments(of: method, in: service, from: view)
      place =
        use == "response"
        ? .response(service: service, method: method)
        : .arguments(service: service, method: method)
    }
    let found = scenario.completions(ofJSON: text, for: place, contract: contract)
    let written = String(decoding: text.utf8.dropFirst(found.start), as: UTF8.self)
    exchange.answer([
      "replaces": .string(written), "names": .array(found.names.map { .string($0) }),
    ])
  }
}

extension ContractDocument {
  /// Adds a method's arguments according to the script, if the contract doesn't know their types.
  fileprivate mutating func addArguments(
    of method: String, in service: String, from view: SessionView
  ) {
    let arguments = view.arguments(of: method, in: service)
    var contract = services[service] ?? _MockContract(service)
    if !contract.methods.contains(where: { $0.key == method }) {
      contract.methods.append(
        _MockContract.Method(method, arguments.map { .init($0.label, $0.type) }))
    }
    for index in contract.methods.indices where contract.methods[index].key == method {
      for argument in arguments where !argument.example.choices.isEmpty {
        // A value that the script compares with a secret is a secret too.
        let shown = view.shown([argument.label: .array(argument.example.choices)])
        guard case .array(let choices)? = shown.member(at: [argument.label]) else { continue }
        for (position, parameter) in contract.methods[index].parameters.enumerated()
        where parameter.label == argument.label && parameter.shape == nil {
          contract.methods[index].parameters[position].shape = .values(choices, isOpen: true)
        }
      }
    }
    services[service] = contract
  }
}
