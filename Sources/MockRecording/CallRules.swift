package import MockData

/// The rules that give recorded calls of one method their answers again: by the fewest fields that tell the answers
/// apart, each with the sequence of what its calls were answered with.
package struct CallRules {
  /// A call as it was recorded.
  package struct Call {
    package var fields: CallFields
    /// What the answer is as text: equal for equal answers.
    package var answer: String

    package init(fields: CallFields, answer: String) {
      (self.fields, self.answer) = (fields, answer)
    }
  }

  package struct Rule {
    /// What the rule accepts; nil for any call.
    package var pattern: AnyCodableValue?
    /// The numbers of its calls in the recording, from 0.
    package var calls: [Int]
    /// Whether it asks for a secret.
    package var hasSecret = false
  }

  /// The rules in the order in which they are to be tried: one that asks for more stands before one that asks for a
  /// part of it.
  package static func rules(of calls: [Call]) -> [Rule] {
    var marks: [String: Int] = [:]
    // What one request is answered with over time tells it from others, not a single answer of it.
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

  /// A history without its repeated end, which the last answer of a sequence gives anyway.
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
