internal import CLibrary

/// The headers of a response in the form for C.
///
/// `@unchecked Sendable`: nothing changes after `init`.
package final class HTTPHeaders: @unchecked Sendable {
  let pairs: UnsafePointer<UnsafePointer<CChar>?>
  private let count: Int

  package init(_ headers: [(name: String, value: String)]) {
    let texts = headers.flatMap { [$0.name, $0.value] }
    let pairs = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: texts.count + 1)
    for (index, text) in texts.enumerated() {
      (pairs + index).initialize(to: UnsafePointer(strdup(text)))
    }
    (pairs + texts.count).initialize(to: nil)
    self.pairs = UnsafePointer(pairs)
    count = texts.count
  }

  deinit {
    for index in 0..<count { free(UnsafeMutablePointer(mutating: pairs[index])) }
    pairs.deallocate()
  }
}
