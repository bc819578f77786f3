#if canImport(FoundationNetworking)
  internal import Foundation
  internal import FoundationNetworking
  internal import MockData
  internal import MockPlatform

  /// Details of a task that Foundation on Linux doesn't pass to a `URLProtocol`.
  ///
  /// They are read by reflection, and all code that depends on their names is in this file. If a later version of
  /// Foundation renames them, uploads have no body, all responses are delivered as a whole, and delegates aren't asked
  /// about redirects.
  enum LinuxTask {
    /// Returns whether the creator of the task receives the response piece by piece.
    ///
    /// If not, the response must be delivered as a whole, because a completion handler would only get its last piece.
    static func takesPieces(_ task: URLSessionTask?) -> Bool {
      guard let task else { return false }
      return onQueue(of: task) { behavior(of: task)?.name == "callDelegate" }
    }

    /// Lets the delegate decide about a redirect, as the system's own loading does.
    ///
    /// `decided` receives the request to make, or nil to use the redirect itself as the response.
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

    /// Returns the queue on which a session loads a task, and the queue on which it notifies the app; nil if they are
    /// unknown.
    static func queues(of task: URLSessionTask) -> (work: DispatchQueue, delegates: OperationQueue)?
    {
      guard let work = member("workQueue", of: task) as? DispatchQueue,
        let session = session(of: task)
      else { return nil }
      return (work, session.delegateQueue)
    }

    private static func session(of task: URLSessionTask) -> URLSession? {
      member("session", of: task).flatMap(unwrapped) as? URLSession
    }

    /// Returns the delegate of a task, or the delegate of its session if the task has no completion handler.
    private static func delegate(
      of task: URLSessionTask, _ session: URLSession
    ) -> (any URLSessionTaskDelegate)? {
      guard let behavior = behavior(of: task) else { return nil }
      if behavior.name == "callDelegate" {
        return session.delegate as? any URLSessionTaskDelegate
      }
      let values = behavior.value.map { Mirror(reflecting: $0).children.map(\.value) } ?? []
      return values.lazy.compactMap { unwrapped($0) as? any URLSessionTaskDelegate }.first
    }

    /// Returns the name of the case that determines how a task delivers data, with its associated value.
    ///
    /// Must be called on the task's queue.
    private static func behavior(of task: URLSessionTask) -> (name: String, value: Any?)? {
      guard let session = session(of: task), let registry = member("taskRegistry", of: session),
        let behaviors = member("behaviours", of: registry)
      else { return nil }
      for child in Mirror(reflecting: behaviors).children {
        let pair = Array(Mirror(reflecting: child.value).children)
        guard pair.count == 2, pair[0].value as? Int == task.taskIdentifier else { continue }
        // A case with associated values has its name as its label. A case without associated values is described by its
        // name.
        let values = Mirror(reflecting: pair[1].value).children.first
        return (values?.label ?? "\(pair[1].value)", values?.value)
      }
      return nil
    }

    private static let queueKey = DispatchSpecificKey<ObjectIdentifier>()

    /// Runs `body` on the queue on which a session changes its tasks, or directly if that queue is unknown.
    private static func onQueue<Result>(of task: URLSessionTask, _ body: () -> Result) -> Result {
      guard let queue = member("workQueue", of: task) as? DispatchQueue else { return body() }
      return run(on: queue, body)
    }

    /// Runs `body` on the queue of a task, or directly if the thread is already on that queue.
    static func run<Result>(on queue: DispatchQueue, _ body: () -> Result) -> Result {
      let identifier = ObjectIdentifier(queue)
      queue.setSpecific(key: queueKey, value: identifier)
      return DispatchQueue.getSpecific(key: queueKey) == identifier
        ? body() : queue.sync(execute: body)
    }

    /// Returns the content of an upload task; nil if it's unknown.
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
        // An optional, or a case of a nonpublic enum.
        return Mirror(reflecting: value).children.first.flatMap { upload(in: $0.value) }
      }
    }

    private struct Member: Hashable {
      var type: ObjectIdentifier
      var name: String
    }

    /// A cache of members' positions, because looking at every member of a task is slow.
    ///
    /// A position consists of the index of the member in its class, and the number of classes between the value's own
    /// type and that class.
    private static let positions = Locked<[Member: (level: Int, index: Int)]>([:], isLeaf: true)

    private static func member(_ name: String, of value: Any) -> Any? {
      let member = Member(type: ObjectIdentifier(type(of: value)), name: name)
      let known = positions.withLock { $0[member] }
      var mirror: Mirror? = Mirror(reflecting: value)
      var level = 0
      while let current = mirror {
        if let known {
          if known.level == level {
            let children = current.children
            return children[children.index(children.startIndex, offsetBy: known.index)].value
          }
        } else if let (index, found) = current.children.enumerated().first(where: {
          $1.label == name
        }) {
          let position = (level, index)
          positions.withLock { $0[member] = position }
          return found.value
        }
        mirror = current.superclassMirror
        level += 1
      }
      return nil
    }
  }
#endif
