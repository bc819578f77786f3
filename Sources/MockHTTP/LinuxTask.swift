#if canImport(FoundationNetworking)
  internal import Foundation
  internal import FoundationNetworking

  /// What Foundation on Linux tells a `URLProtocol` of its task nowhere, and what a mirror shows: all of it in this file.
  ///
  /// Without it, uploads have no body there, and a completion handler gets the last piece of an answer in place of all of
  /// them. Where a later Foundation has other names for these, uploads are empty, answers come whole, and no delegate is
  /// asked about a redirect.
  enum LinuxTask {
    /// Whether whoever made the task hears of each piece.
    ///
    /// The data of a completion handler is the last piece, whatever came before it.
    static func takesPieces(_ task: URLSessionTask?) -> Bool {
      guard let task else { return false }
      return onQueue(of: task) { behaviour(of: task)?.name == "callDelegate" }
    }

    /// Lets the delegate decide about a redirect, where the system's own loading would ask it.
    ///
    /// - Parameters:
    ///   - next: Where the redirect leads.
    ///   - response: The redirect.
    ///   - task: Whose request it is.
    ///   - decided: Takes the request that is to be made, or nil to stay with the redirect itself.
    static func decide(
      on next: URLRequest, after response: HTTPURLResponse, _ task: URLSessionTask?,
      _ decided: @escaping @Sendable (URLRequest?) -> Void
    ) {
      guard let task, let session = session(of: task),
        let delegate = onQueue(of: task, { delegate(of: task, session) })
      else { return decided(next) }
      session.delegateQueue.addOperation {
        delegate.urlSession(
          session, task: task, willPerformHTTPRedirection: response, newRequest: next,
          completionHandler: decided)
      }
    }

    /// The queue on which a session loads a task, and the one on which it tells the app of it.
    static func queues(of task: URLSessionTask) -> (work: DispatchQueue, delegates: OperationQueue)?
    {
      guard let work = member("workQueue", of: task) as? DispatchQueue,
        let session = session(of: task)
      else { return nil }
      return (work, session.delegateQueue)
    }

    private static func session(of task: URLSessionTask) -> URLSession? {
      member("session", of: task).map(unwrapped) as? URLSession
    }

    /// The delegate of a task, or of its session where no completion handler takes its place.
    private static func delegate(
      of task: URLSessionTask, _ session: URLSession
    ) -> (any URLSessionTaskDelegate)? {
      guard let behaviour = behaviour(of: task) else { return nil }
      if behaviour.name == "callDelegate" {
        return session.delegate as? any URLSessionTaskDelegate
      }
      let values = behaviour.value.map { Mirror(reflecting: $0).children.map(\.value) } ?? []
      return values.lazy.compactMap { unwrapped($0) as? any URLSessionTaskDelegate }.first
    }

    /// How a task tells what has come, and what stands beside that; to be asked on its queue.
    private static func behaviour(of task: URLSessionTask) -> (name: String, value: Any?)? {
      guard let session = session(of: task), let registry = member("taskRegistry", of: session),
        let behaviours = member("behaviours", of: registry)
      else { return nil }
      for child in Mirror(reflecting: behaviours).children {
        let pair = Array(Mirror(reflecting: child.value).children)
        guard pair.count == 2, pair[0].value as? Int == task.taskIdentifier else { continue }
        // A case with values has its name as a label, and one without prints it.
        let values = Mirror(reflecting: pair[1].value).children.first
        return (values?.label ?? "\(pair[1].value)", values?.value)
      }
      return nil
    }

    private static let queueKey = DispatchSpecificKey<ObjectIdentifier>()

    /// Runs something where a session changes what it knows of its tasks; `body` where that is not known.
    private static func onQueue<Result>(of task: URLSessionTask, _ body: () -> Result) -> Result {
      guard let queue = member("workQueue", of: task) as? DispatchQueue else { return body() }
      return run(on: queue, body)
    }

    /// Runs something on the queue of a task, also if the thread runs it already.
    static func run<Result>(on queue: DispatchQueue, _ body: () -> Result) -> Result {
      let identifier = ObjectIdentifier(queue)
      queue.setSpecific(key: queueKey, value: identifier)
      return DispatchQueue.getSpecific(key: queueKey) == identifier
        ? body() : queue.sync(execute: body)
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
