#if canImport(FoundationNetworking)
  internal import Foundation
  internal import FoundationNetworking

  /// What Foundation on Linux tells a `URLProtocol` of its task nowhere, and what a mirror shows: all of it in this file.
  ///
  /// Without it, uploads have no body there, and a completion handler gets the last piece of an answer in place of all of
  /// them. Where a later Foundation has other names for these, uploads are empty and answers come whole.
  enum LinuxTask {
    /// Whether whoever made the task hears of each piece; to be asked on the queue that starts to load.
    ///
    /// The data of a completion handler is the last piece, whatever came before it.
    static func takesPieces(_ task: URLSessionTask?) -> Bool {
      guard let task, let session = member("session", of: task),
        let registry = member("taskRegistry", of: unwrapped(session)),
        let behaviours = member("behaviours", of: registry)
      else { return false }
      for child in Mirror(reflecting: behaviours).children {
        let pair = Array(Mirror(reflecting: child.value).children)
        guard pair.count == 2, pair[0].value as? Int == task.taskIdentifier else { continue }
        return !"\(pair[1].value)".contains("CompletionHandler")
      }
      return false
    }

    /// What an upload task sends; nil where nothing is known of it.
    static func upload(of task: URLSessionTask?) -> Upload? {
      guard let task, task is URLSessionUploadTask, let body = member("knownBody", of: task) else {
        return nil
      }
      return upload(in: body)
    }

    enum Upload {
      case bytes([UInt8])
      case file(URL)
      case stream(InputStream)
    }

    private static func upload(in value: Any) -> Upload? {
      switch value {
      case let data as DispatchData: return .bytes(Array(data))
      case let data as Data: return .bytes(Array(data))
      case let file as URL: return .file(file)
      case let stream as InputStream: return .stream(stream)
      default:
        // An optional, and the case of an enum that is not public.
        return Mirror(reflecting: value).children.first.flatMap { upload(in: $0.value) }
      }
    }

    private static func unwrapped(_ value: Any) -> Any {
      let mirror = Mirror(reflecting: value)
      return mirror.displayStyle == .optional ? mirror.children.first?.value ?? value : value
    }

    private static func member(_ name: String, of value: Any) -> Any? {
      var mirror: Mirror? = Mirror(reflecting: value)
      while let current = mirror {
        if let found = current.children.first(where: { $0.label == name }) { return found.value }
        mirror = current.superclassMirror
      }
      return nil
    }
  }
#endif
