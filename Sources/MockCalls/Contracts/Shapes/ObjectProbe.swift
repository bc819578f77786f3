/// Finds the keys that a type reads from an object.
struct ObjectProbe {
  let probe: ShapeProbe
  /// The keys that the type encodes, or `nil` if they are unknown.
  let encodedKeys: Set<String>?
  /// Decodes the type.
  let run: (ProbeSettings) -> ProbeRun

  /// All requests for one key.
  private struct Key {
    var types: [any Any.Type] = []
    /// Whether some request for the key says nothing about the shape of the value.
    var isObscure = false
    var isOptional = false
  }

  init(
    probe: ShapeProbe, encodedKeys: Set<String>?, run: @escaping (ProbeSettings) -> ProbeRun
  ) {
    (self.probe, self.encodedKeys, self.run) = (probe, encodedKeys, run)
  }

  var shape: TypeShape {
    let all = runs()
    if all.contains(where: { $0.unsupportedReason != nil || !$0.wholes.isEmpty }) {
      return .unknown("its `init(from:)` does different things with different data")
    }
    let finished = all.filter { $0.error == nil }
    let considered = finished.isEmpty ? all : finished
    var (order, keys) = requests(all)
    let common = firstCommon(considered)
    for name in order {
      // A key that isn't read in every run may never be read from other data, so its value could be anything.
      if !common.contains(name) { keys[name]?.isObscure = true }
      if keys[name]?.isObscure == true { keys[name]?.isOptional = true }
    }
    let known = all.reduce(into: Set<String>()) { $0.formUnion($1.keyNames) }
    let hasOpenKeys = all.contains(where: \.hasOpenKeys)
    let rest = known.subtracting(order)
    // The keys of constants are encoded but never read. Any other unread key is read only from data unlike the samples.
    if hasOpenKeys || !rest.isEmpty && !(encodedKeys?.isSuperset(of: rest) ?? false) {
      for name in order.dropFirst() { keys[name] = Key(isObscure: true, isOptional: true) }
    }
    // A string decides what else is read, and the samples may not include the strings that the type accepts.
    if all.contains(where: \.isChosen),
      let choice = order.firstIndex(where: { !hasAllSamples(keys[$0]?.types ?? []) })
    {
      for name in order.dropFirst(choice + 1) {
        keys[name] = Key(isObscure: true, isOptional: true)
      }
    }
    var members: [String: TypeShape] = [:]
    for name in rest { members[name] = .optional(.unknown("it is not read from every object")) }
    for (name, key) in keys { members[name] = shape(of: name, key, considered) }
    // If the type rejected every sample, or if a string decides what it reads, it may read more keys or other types.
    let isOpen = hasOpenKeys || finished.isEmpty || all.contains(where: \.isChosen)
    let object = TypeShape.object(ObjectShape(members, isOpen: isOpen))
    let isPlain = finished.count == all.count && common.count == order.count
    return isPlain ? object : .refined(object)
  }

  /// Decodes the type from samples for everything that its requests can depend on: absent values, both Booleans,
  /// several numbers, and each case of its enums.
  private func runs() -> [ProbeRun] {
    let first = run(ProbeSettings())
    let most = first.keys.reduce(1) { most, key in
      max(most, key.type.map { Self.caseCount(of: $0) } ?? 0)
    }
    var runs = [first, run(ProbeSettings(samples: Samples(isPresent: false)))]
    for variant in 1..<max(Samples.variantCount, most) {
      for isPresent in [true, false] {
        runs.append(
          run(ProbeSettings(samples: Samples(variant: variant, isPresent: isPresent))))
      }
    }
    return runs
  }

  /// Returns whether the samples included every value of the given types.
  private func hasAllSamples(_ types: [any Any.Type]) -> Bool {
    types.allSatisfy { $0 == Bool.self || Self.caseCount(of: $0) > 0 }
  }

  private static func caseCount(of type: any Any.Type) -> Int {
    func opened<Value>(_ type: Value.Type) -> Int { EnumCases.all(of: type)?.count ?? 0 }
    return _openExistential(type, do: opened)
  }

  /// Returns the requests for each key, and the keys in the order of their first requests.
  private func requests(_ runs: [ProbeRun]) -> (order: [String], keys: [String: Key]) {
    var (order, keys): ([String], [String: Key]) = ([], [:])
    for run in runs {
      var seen: Set<String> = []
      for request in run.keys {
        if keys[request.name] == nil { order.append(request.name) }
        var key = keys[request.name] ?? Key()
        if !seen.insert(request.name).inserted { key.isObscure = true }
        if let type = request.type {
          if !key.types.contains(where: { $0 == type }) { key.types.append(type) }
        } else {
          key.isObscure = true
        }
        if request.isOptional { key.isOptional = true }
        keys[request.name] = key
      }
    }
    return (order, keys)
  }

  /// Returns the keys that every run requests first.
  private func firstCommon(_ runs: [ProbeRun]) -> Set<String> {
    guard let first = runs.first else { return [] }
    let count = runs.reduce(first.keys.count) { count, run in
      min(count, zip(first.keys, run.keys).prefix { $0.name == $1.name }.count)
    }
    return Set(first.keys.prefix(count).map(\.name))
  }

  private func shape(of name: String, _ key: Key, _ runs: [ProbeRun]) -> TypeShape {
    guard !key.isObscure, key.types.count == 1 else {
      return .optional(.unknown("it is read in a way that depends on the data"))
    }
    guard rejectsFault(at: name, .mismatch, runs) else {
      return .optional(.unknown("a value of another type is ignored"))
    }
    let shape = probe.shape(of: key.types[0])
    if shape.mayBeAbsent { return shape }
    let isRequired = !key.isOptional && rejectsFault(at: name, .missing, runs)
    return isRequired ? shape : .optional(shape)
  }

  /// Returns whether the type stops decoding if the request for a key fails.
  private func rejectsFault(at name: String, _ kind: ProbeFault, _ runs: [ProbeRun]) -> Bool {
    guard let run = runs.first(where: { $0.keys.contains { $0.name == name } }),
      let index = run.keys.firstIndex(where: { $0.name == name })
    else { return false }
    var settings = run.settings
    settings.fault = (index, kind)
    return self.run(settings).onlyRethrew
  }
}
