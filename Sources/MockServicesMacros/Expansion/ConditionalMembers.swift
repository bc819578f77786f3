internal import SwiftSyntax

/// The members of a declaration, including those inside `#if`.
struct ConditionalMembers<Content> {
  private enum Member {
    case plain(Content)
    /// An `#if` with the members of all its clauses.
    case condition([(head: String, members: ConditionalMembers)])
  }

  private var members: [Member] = []

  init() {}

  /// Reads the members from the declarations in a list.
  ///
  /// `read` returns the members from a declaration and its scope. `scope` returns the scope of the declarations in the
  /// last of several nested lists.
  init<Scope>(
    _ list: MemberBlockItemListSyntax, inside outer: [MemberBlockItemListSyntax] = [],
    scope: ([MemberBlockItemListSyntax]) -> Scope, read: (DeclSyntax, Scope) -> [Content]
  ) {
    let lists = outer + [list]
    let current = scope(lists)
    members = list.flatMap { item -> [Member] in
      guard let condition = item.decl.as(IfConfigDeclSyntax.self) else {
        return read(item.decl, current).map { .plain($0) }
      }
      let clauses = condition.clauses.map { clause in
        let condition = clause.condition.map { " \($0.trimmedDescription)" } ?? ""
        let list = clause.elements?.as(MemberBlockItemListSyntax.self) ?? []
        return (
          clause.poundKeyword.text + condition, Self(list, inside: lists, scope: scope, read: read)
        )
      }
      return [.condition(clauses)]
    }
  }

  /// The members, including those in all clauses.
  var all: [Content] {
    members.flatMap { member in
      switch member {
      case .plain(let content): [content]
      case .condition(let clauses): clauses.flatMap(\.members.all)
      }
    }
  }

  /// An `#if` without any source is left out.
  func texts(_ text: (Content) -> [String]) -> [String] {
    members.flatMap { member in
      switch member {
      case .plain(let content): return text(content)
      case .condition(let clauses):
        let bodies = clauses.map { $0.members.texts(text) }
        if bodies.allSatisfy(\.isEmpty) { return [] }
        let lines = zip(clauses, bodies).flatMap { [$0.head] + $1 } + ["#endif"]
        return [lines.joined(separator: "\n")]
      }
    }
  }
}
