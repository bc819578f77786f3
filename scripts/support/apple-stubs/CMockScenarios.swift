// This package's own C functions as Swift sees them on macOS, where their types come from Darwin.
public import Darwin

@discardableResult public func mocklua_pipe(_ ends: UnsafeMutablePointer<Int32>!) -> Int32 { 0 }
@discardableResult public func mocklua_spawn_in_folder(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!, _ folder: UnsafePointer<CChar>!
) -> Int32 { 0 }
@discardableResult public func mocklua_spawn_closing_from(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!, _ count: Int32
) -> Int32 { 0 }
