public import LuaRuntime
internal import ValueForms

/// One mistake of a script, worded as `problem; what to write`.
public struct Mistake: Sendable, Hashable {
  /// The line, or nil where the mistake is about the whole script.
  public var place: LuaPlace?
  /// The script that was loaded, for a mistake without a line.
  public var script: String
  /// What is wrong and what to write instead.
  public var text: String
  /// The script's frames, innermost first, where it was running; else empty.
  public var traceback: [String] = []

  package init(
    _ text: String, at place: LuaPlace?, script: String, traceback: [String] = []
  ) {
    self.text = text
    self.place = place
    self.script = script
    self.traceback = traceback
  }
}

extension Mistake: CustomStringConvertible {
  /// The mistake as one line: `script.lua:12: problem; what to write`.
  public var description: String {
    "\(place.map(\.description) ?? script.shownPath): \(text)"
  }
}
