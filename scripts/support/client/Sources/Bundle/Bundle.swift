import MockServices

/// Uses the app's mock, as a unit test can.
@_cdecl("use_Bundle")
public func use() {
  for _ in 0..<2 { _ = MockServiceRegistry.shared["MailService"] }
  print("Bundle: \(MockServiceRegistry.shared.services)")
}
