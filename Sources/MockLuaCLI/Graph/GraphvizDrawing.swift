import CLibrary
import MockPlatform

/// A picture that `dot` of Graphviz draws.
enum GraphvizDrawing {
  /// Draws a graph as SVG.
  ///
  /// - Parameter text: The graph in the language of Graphviz.
  /// - Returns: The picture.
  /// - Throws: `CommandFailure.noGraphviz` where there is no `dot`, and `.undrawable` where it fails.
  static func svg(of text: String) throws(CommandFailure) -> [UInt8] {
    let drawing: Drawing
    do throws(SystemError) {
      drawing = try draw(text)
    } catch {
      throw .undrawable(error)
    }
    switch drawing {
    case .noProgram: throw .noGraphviz
    case .failed: throw .undrawable(nil)
    case .done(let bytes): return bytes
    }
  }

  private enum Drawing {
    case noProgram, failed
    case done([UInt8])
  }

  private static func draw(_ text: String) throws(SystemError) -> Drawing {
    let source = try TemporaryFile(ending: ".dot", holding: text)
    defer { source.remove() }
    let picture = try TemporaryFile(ending: ".svg")
    defer { picture.remove() }
    guard let process = try start(["dot", "-Tsvg", "-o", picture.path, source.path]) else {
      return .noProgram
    }
    guard ChildProgram.wait(for: process) == 0 else { return .failed }
    return .done(try Descriptor(reading: picture.path).readAll(limit: 1 << 30))
  }

  /// Nil where there is no such program.
  private static func start(_ words: [String]) throws(SystemError) -> pid_t? {
    do throws(SystemError) {
      return try ChildProgram.start(words)
    } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
  }
}
