import MockServices

/// Looks for the mock of the app, as a unit test may.
@_cdecl("use_Bundle")
public func use() {
  for _ in 0..<2 { _ = MockServiceRegistry.shared["MailService"] }
  print("Bundle: \(MockServiceRegistry.shared.services)")
}
