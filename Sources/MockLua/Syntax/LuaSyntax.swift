/// The syntax tree of a script, according to section 9 of the Lua manual.
///
/// It contains all tokens of the script, with the comments before them. A parenthesis, comma, or keyword is a token of
/// the construct to which it belongs:
///
/// ```
///   local x, y <const> = f(1), { key = 2 }
///
///   local:  local  x  ,  y  attribute  =  list
///   list:   chain  ,  table
///   chain:  f  call          call:  (  list  )
///   table:  {  field  }      field: key  =  literal
/// ```
package struct LuaSyntax {
  package enum Kind {
    /// Statements, and the semicolons between them.
    case block
    /// Statements that contain blocks.
    case conditional, loop, scope, repetition
    /// A function: a value, a local function, or another named function.
    case function
    case parameters
    case local, attribute, assignment, returning
    /// A chain that ends in a call.
    case callStatement
    /// `break`, `goto`, and labels.
    case jump
    /// Expressions that are separated by commas.
    case list
    /// Operands with operators between them, and an operand with the operators before it.
    case binary, unary
    case literal, table, field
    /// A name or an expression in parentheses, followed by fields and calls.
    case chain
    case member, element, method, call
  }

  package enum Part {
    case token(Int)
    case node(Node)
  }

  package struct Node {
    package let kind: Kind
    package let parts: [Part]
    /// The index of the first token, and of the token after the last one.
    package let range: Range<Int>

    fileprivate init(_ index: Int, of tree: LuaTree) {
      let node = tree.nodes[index]
      kind = node.kind
      range = Int(node.tokens.lowerBound)..<Int(node.tokens.upperBound)
      parts = tree.parts(of: node).map { part in
        switch part {
        case .token(let index): .token(Int(index))
        case .node(let index): .node(Node(Int(index), of: tree))
        }
      }
    }

    package var nodes: [Node] {
      parts.compactMap { if case .node(let node) = $0 { node } else { nil } }
    }
  }

  package let tokens: [LuaToken]
  /// The block of the whole script.
  package let root: Node

  /// Parses a script, whose line endings must be `\n`.
  ///
  /// By default, `depthLimit` is slightly more than Lua's own limit.
  package init(_ source: String, depthLimit: Int = 220) throws(SyntaxProblem) {
    tokens = LuaToken.tokens(of: source)
    var source = source
    let tree = source.withUTF8 { LuaTree($0, depthLimit: depthLimit) }
    if let problem = tree.problem {
      let token = tokens[problem.token]
      throw SyntaxProblem(
        line: token.line,
        text: problem.expected.map { "`\($0)` expected near `\(token.source)`" }
          ?? "more than \(depthLimit) levels")
    }
    root = Node(tree.nodes.count - 1, of: tree)
  }

  /// Returns the tokens that belong to a construct itself, and not to a construct inside it.
  package func tokens(of node: Node) -> [LuaToken] {
    node.parts.compactMap { if case .token(let index) = $0 { tokens[index] } else { nil } }
  }

  package func bytes(of node: Node) -> Range<Int> {
    let last = tokens[node.range.upperBound - 1]
    return tokens[node.range.lowerBound].range.lowerBound..<last.range.upperBound
  }

  package func names(of node: Node) -> [String] {
    tokens(of: node).filter { $0.kind == .name }.map(\.text)
  }

  func literal(_ kind: LuaToken.Kind, _ node: Node) -> LuaToken? {
    guard node.kind == .literal, tokens[node.range.lowerBound].kind == kind else { return nil }
    return tokens[node.range.lowerBound]
  }

  /// Returns the name or the string before the `=` of a field, or nil for an element and for any other key.
  func key(of field: Node) -> String? {
    let bracketed = field.parts.count == 3 ? field.nodes[0].nodes.first : nil
    return names(of: field).first ?? bracketed.flatMap { literal(.text, $0)?.text }
  }

  /// Returns the table that starts with a token, if any.
  func table(at token: Int) -> Node? {
    var node = root
    while let inner = node.nodes.first(where: { $0.range.contains(token) }) {
      if inner.kind == .table, inner.range.lowerBound == token { return inner }
      node = inner
    }
    return nil
  }
}

package struct SyntaxProblem: Error {
  var line: Int
  var text: String
}
