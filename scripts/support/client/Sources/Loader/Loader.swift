#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Loads libraries in order, and calls `use_NAME` of each: `Loader App=libApp.so Bundle=libBundle.so`.
@main
struct Loader {
  static func main() {
    for argument in CommandLine.arguments.dropFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let image = dlopen(parts[1], RTLD_NOW | RTLD_LOCAL),
        let symbol = dlsym(image, "use_\(parts[0])")
      else {
        print(dlerror().map { String(cString: $0) } ?? "\(argument): write NAME=FILE")
        exit(1)
      }
      unsafeBitCast(symbol, to: (@convention(c) () -> Void).self)()
    }
  }
}
