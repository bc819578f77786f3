package import MockData

/// Creates rules that replay the recorded calls of one method.
///
/// The rules use as few fields as possible to distinguish the responses. Each rule returns the responses of its calls
/// in sequence.
package struct CallRules {
  /// A recorded call.
  package struct Call {
    package var fields: CallFields
    /// The response as a string, which is the same for equal responses.
    package var answer: String

    package init(fields: CallFields, answer: String) {
      (self.fields, self.answer) = (fields, answer)
    }
  }

  package struct Rule {
    /// The pattern that the rule matches; nil for any call.
    package var pattern: AnyCodableValue?
    /// The indices of the rule's calls in the recording, from 0.
    package var calls: [Int]
    /// Whether the pattern contains a secret.
    package var hasSecret = false
  }

  /// Returns the rules in the order in which they are tried.
  ///
  /// A rule with a more specific pattern comes before a rule that matches only part of that pattern.
  package static func rules(of calls: [Call]) -> [Rule] {
    var marks: [String: Int] = [:]
    // Equal requests form a history of responses. Requests are distinguished by their whole history.
    var histories: [[[String]: AnyCodableValue]: [Int]] = [:]
    for call in calls {
      let mark = marks[call.answer] ?? marks.count
      marks[call.answer] = mark
      histories[call.fields.values, default: []].append(mark)
    }
    var historyMarks: [[Int]: Int] = [:]
    let requests = calls.map { call in
      let history = folded(histories[call.fields.values] ?? [])
      let mark = historyMarks[history] ?? historyMarks.count
      historyMarks[history] = mark
      return (fields: call.fields, answer: mark)
    }
    return rules(of: calls, by: Discrimination.fields(of: requests))
  }

  /// Returns a history without repeated responses at its end, because a sequence repeats its last response anyway.
  private static func folded(_ history: [Int]) -> [Int] {
    var history = history
    while history.count > 1, history[history.count - 1] == history[history.count - 2] {
      history.removeLast()
    }
    return history
  }

  private static func rules(of calls: [Call], by paths: [[String]]) -> [Rule] {
    var groups: [(pattern: AnyCodableValue, size: Int, calls: [Int])] = []
    var numbers: [AnyCodableValue: Int] = [:]
    for (index, call) in calls.enumerated() {
      let pattern = call.fields.pattern(of: paths)
      if let number = numbers[pattern] {
        groups[number].calls.append(index)
      } else {
        numbers[pattern] = groups.count
        groups.append((pattern, paths.count { call.fields.values[$0] != nil }, [index]))
      }
    }
    let sorted = groups.enumerated().sorted {
      ($1.element.size, $0.offset) < ($0.element.size, $1.offset)
    }
    let hasSecret = paths.contains { $0.contains { MockSecrets.isSecret($0) } }
    return sorted.map { _, group in
      Rule(
        pattern: group.size > 0 ? .some(group.pattern) : Optional.none, calls: group.calls,
        hasSecret: group.size > 0 && hasSecret)
    }
  }
}
