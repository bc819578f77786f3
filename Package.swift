// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// scripts/fuzz names the sanitizers. They watch what is fuzzed, and not the tools that the build runs.
let sanitizers = Context.environment["MOCKLUA_FUZZ"]
let sanitizersOfC = sanitizers?.replacing("fuzzer", with: "fuzzer-no-link")

let toolSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let swiftSettings =
  toolSettings + (sanitizers.map { [.unsafeFlags(["-sanitize=\($0)"])] } ?? [])

// Most of what the C does is calling Lua, hundreds of times for an answer of ordinary size.
let callingLua: [CSetting] =
  [
    .unsafeFlags(["-fno-plt"], .when(platforms: [.linux])),
    .unsafeFlags(["-O3"], .when(configuration: .release)),
  ] + (sanitizersOfC.map { [.unsafeFlags(["-fsanitize=\($0)"])] } ?? [])

/// The toolchain's own swift-syntax; nil where the package is used: on macOS, or where
/// `MOCKLUA_SWIFT_SYNTAX` is set.
///
/// SwiftPM says nowhere which toolchain it belongs to, but this manifest has loaded a library of it.
func toolchainSyntax() -> String? {
  var folder: String?
  #if os(Linux)
    guard Context.environment["MOCKLUA_SWIFT_SYNTAX"] == nil,
      let maps = fopen("/proc/self/maps", "r")
    else { return nil }
    defer { fclose(maps) }
    var buffer = [CChar](repeating: 0, count: 8192)
    while folder == nil, fgets(&buffer, Int32(buffer.count), maps) != nil {
      let line = String(
        decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard let start = line.firstIndex(of: "/") else { continue }
      let path = line[start...].split(separator: "\n").first ?? ""
      let library = "/pm/ManifestAPI/libPackageDescription.so"
      if path.hasSuffix(library) { folder = path.dropLast(library.count) + "/host" }
    }
    if let found = folder, access(found + "/SwiftSyntaxMacros.swiftmodule", R_OK) != 0 {
      folder = nil
    }
  #endif
  return folder
}

let syntaxFolder = toolchainSyntax()
let syntaxPackage: [Package.Dependency] =
  syntaxFolder == nil
  ? [.package(url: "https://github.com/swiftlang/swift-syntax.git", "602.0.0"..<"604.0.0")] : []
var syntaxSettings = toolSettings
var syntaxLibraries: [LinkerSetting] = []
if let syntaxFolder {
  syntaxSettings.append(.unsafeFlags(["-I", syntaxFolder]))
  // The modules name the libraries that they need.
  let flags = ["-L", syntaxFolder, "-Xlinker", "-rpath", "-Xlinker", syntaxFolder]
  syntaxLibraries.append(.unsafeFlags(flags))
}

/// Products of the swift-syntax package; none where the toolchain has them.
func syntax(_ products: String...) -> [Target.Dependency] {
  guard syntaxFolder == nil else { return [] }
  return products.map { .product(name: $0, package: "swift-syntax") }
}

// The command has no use for macros, and a plugin cannot be linked as statically as the command is.
let isForCommand = Context.environment["MOCKLUA_WITHOUT_MACROS"] != nil
let macroPlugin: [Target.Dependency] = isForCommand ? [] : ["MockServicesMacros"]
let servicesSettings =
  isForCommand ? swiftSettings + [.define("MOCKLUA_WITHOUT_MACROS")] : swiftSettings

let pluginDependencies: [Target.Dependency] =
  ["MockServicesExpansion"] + syntax("SwiftSyntaxMacros", "SwiftCompilerPlugin")
let expansionTestDependencies: [Target.Dependency] =
  ["MockServicesExpansion"]
  + syntax(
    "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder",
    "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros")

/// The programs that scripts/fuzz runs; none otherwise.
func fuzzers(_ names: String...) -> [Target] {
  guard let sanitizers else { return [] }
  let driver = Target.target(name: "CFuzzDriver", path: "Tests/Fuzz/Driver")
  return [driver]
    + names.map { name in
      .executableTarget(
        name: "Fuzz\(name)", dependencies: ["CFuzzDriver", "FuzzChecks"],
        path: "Tests/Fuzz/\(name)",
        swiftSettings: swiftSettings,
        linkerSettings: [.unsafeFlags(["-sanitize=\(sanitizers)"])])
    }
}

let package = Package(
  name: "MockLua",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "LuaRuntime", targets: ["LuaRuntime"]),
    .library(name: "MockServices", targets: ["MockServices"]),
    .library(name: "HandMadeMocks", targets: ["HandMadeMocks"]),
    .library(name: "MockDebugModes", targets: ["MockDebugModes"]),
    .library(name: "MockServicesTesting", targets: ["MockServicesTesting"]),
    .library(name: "MockScenarios", targets: ["MockScenarios"]),
    .library(name: "MockScenariosXCTest", targets: ["MockScenariosXCTest"]),
    .library(name: "MockLua", targets: ["MockLua"]),
    .library(name: "MockLuaTesting", targets: ["MockLuaTesting"]),
    .executable(name: "mocklua", targets: ["MockLuaCLI"]),
  ],
  dependencies: syntaxPackage,
  targets: [
    .systemLibrary(
      name: "CLua",
      path: "modulemaps/CLua",
      pkgConfig: "lua5.4",
      providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]
    ),
    .systemLibrary(
      name: "CCrypto",
      path: "modulemaps/CCrypto",
      pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"])]
    ),
    .systemLibrary(
      name: "CZlib", path: "modulemaps/CZlib", providers: [.apt(["zlib1g-dev"])]),
    .target(
      name: "CMockLua",
      dependencies: ["CLua"],
      cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])] + callingLua
    ),
    .systemLibrary(
      name: "CEdit",
      path: "modulemaps/CEdit",
      pkgConfig: "libedit",
      providers: [.apt(["libedit-dev"])]
    ),
    .target(
      name: "CLineEditor",
      dependencies: ["CEdit"],
      cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]
    ),
    // The Lua side of the language is compiled while the package is built.
    .executableTarget(name: "LanguageCompiler", dependencies: ["CLua"]),
    .plugin(
      name: "LanguagePlugin", capability: .buildTool(), dependencies: ["LanguageCompiler"],
      path: "Sources/LanguagePlugin"),
    // The rules that the coders of Lua's values and of JSON share, and how messages show what they quote.
    // Apart, so that LuaRuntime knows neither mocks nor Foundation.
    .target(name: "ValueForms", swiftSettings: swiftSettings),
    .target(
      name: "LuaRuntime", dependencies: ["CMockLua", "ValueForms"], swiftSettings: swiftSettings),
    // Apart from the plugin, since SwiftPM builds the tests of a plugin for the wrong place on Linux.
    .target(
      name: "MockServicesExpansion",
      dependencies: syntax(
        "SwiftDiagnostics", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros"),
      swiftSettings: syntaxSettings
    ),
    .macro(
      name: "MockServicesMacros", dependencies: pluginDependencies, swiftSettings: syntaxSettings,
      linkerSettings: syntaxLibraries),
    .target(
      name: "CMockPlatform", cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
    .target(
      name: "MockServices", dependencies: macroPlugin + ["CMockPlatform", "CZlib", "ValueForms"],
      exclude: ["Schema"], swiftSettings: servicesSettings),
    // Apart from MockServices, since they need the whole of Foundation, which the command does without.
    .target(name: "HandMadeMocks", dependencies: ["MockServices"], swiftSettings: swiftSettings),
    .target(
      name: "MockServicesTesting", dependencies: ["MockServices"], swiftSettings: swiftSettings),
    // Apart from MockServices, since only the code of the developer mode needs a digest.
    .target(
      name: "MockDebugModes",
      dependencies: [
        "MockServices", .target(name: "CCrypto", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: swiftSettings),
    .target(
      name: "CMockScenarios", cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
    .target(
      name: "MockScenarios", dependencies: ["CMockScenarios", "MockServices", "ValueForms"],
      swiftSettings: swiftSettings),
    // Apart, since whoever links it needs XCTest.
    .target(
      name: "MockScenariosXCTest", dependencies: ["MockScenarios", "MockServices"],
      swiftSettings: swiftSettings),
    .target(
      name: "MockLua",
      dependencies: ["LuaRuntime", "MockScenarios", "MockServices", "ValueForms"],
      exclude: ["Language"],
      swiftSettings: swiftSettings,
      plugins: ["LanguagePlugin"]
    ),
    .target(
      name: "MockLuaTesting",
      dependencies: ["MockLua", "MockServices", "MockServicesTesting", "ValueForms"],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "MockLuaCLI", dependencies: ["CLineEditor", "MockLua", "MockServices", "ValueForms"],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "MockLuaBenchmarks", dependencies: ["LuaRuntime", "MockServices", "MockLua"],
      swiftSettings: swiftSettings),
    .target(
      name: "ReservationExample", dependencies: ["MockServices"],
      path: "examples/Reservation/Sources", swiftSettings: swiftSettings),
    .testTarget(
      name: "ReservationExampleTests",
      dependencies: ["ReservationExample", "MockServices", "MockServicesTesting", "MockLua"],
      path: "examples/Reservation/Tests", swiftSettings: swiftSettings),
    .target(
      name: "ShopExample", dependencies: ["MockServices"], path: "examples/Shop/Sources",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ShopExampleTests",
      dependencies: ["ShopExample", "MockLua", "MockLuaTesting", "MockServices"],
      path: "examples/Shop/Tests", swiftSettings: swiftSettings),
    .target(
      name: "DebugModesKit", dependencies: ["MockDebugModes", "MockServices"],
      path: "examples/DebugModes/Sources/DebugModesKit", swiftSettings: swiftSettings),
    .executableTarget(
      name: "DebugModesApp", dependencies: ["DebugModesKit", "MockDebugModes", "MockServices"],
      path: "examples/DebugModes/Sources/DebugModesApp", swiftSettings: swiftSettings),
    .testTarget(
      name: "DebugModesTests",
      dependencies: [
        "DebugModesApp", "DebugModesKit", "MockDebugModes", "MockScenarios", "MockServices",
      ],
      path: "examples/DebugModes/Tests/DebugModesTests", swiftSettings: swiftSettings),
    .target(
      name: "BankingKit", dependencies: ["MockServices"],
      path: "examples/BankingApp/Sources/BankingKit", swiftSettings: swiftSettings),
    .target(
      name: "BankingPresets", dependencies: ["MockScenarios", "MockServices"],
      path: "examples/BankingApp/Sources/BankingPresets", swiftSettings: swiftSettings),
    .executableTarget(
      name: "BankingApp", dependencies: ["BankingKit", "MockServices", "MockLua"],
      path: "examples/BankingApp/Sources/BankingApp", swiftSettings: swiftSettings),
    .testTarget(
      name: "LuaRuntimeTests", dependencies: ["LuaRuntime"], swiftSettings: swiftSettings),
    .testTarget(
      name: "MockServicesTests", dependencies: ["FuzzChecks", "MockServices", "ValueForms"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "HandMadeMocksTests", dependencies: ["HandMadeMocks", "MockServicesTesting"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "MockDebugModesTests", dependencies: ["MockDebugModes", "MockLua"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "MockServicesMacrosTests",
      dependencies: expansionTestDependencies,
      swiftSettings: syntaxSettings,
      linkerSettings: syntaxLibraries
    ),
    .testTarget(
      name: "MockMacroTests", dependencies: ["MockServices", "MockLua"],
      swiftSettings: swiftSettings),
    // Launched by tests: says which configuration has reached it.
    .executableTarget(
      name: "TransportReader", dependencies: ["MockServices"], path: "Tests/TransportReader",
      swiftSettings: swiftSettings),
    // Launched by tests: hands a configuration over in a file.
    .executableTarget(
      name: "TransportWriter", dependencies: ["MockScenarios", "MockServices"],
      path: "Tests/TransportWriter", swiftSettings: swiftSettings),
    .testTarget(
      name: "MockScenariosTests",
      dependencies: [
        "MockScenarios", "MockScenariosXCTest", "MockServices", "TransportReader",
        "TransportWriter", "MockLuaCLI",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "MockLuaTests",
      dependencies: [
        "MockLua", "LuaRuntime", "MockScenarios", "HandMadeMocks", "MockDebugModes",
        "MockServicesTesting",
      ],
      exclude: ["Presets/awkward.lua", "Presets/login.lua"], swiftSettings: swiftSettings),
    .testTarget(
      name: "MockLuaTestingTests", dependencies: ["MockLuaTesting"], exclude: ["Scripts"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "BankingAppTests",
      dependencies: [
        "BankingApp", "BankingKit", "BankingPresets", "MockLua", "MockScenarios",
        "MockScenariosXCTest", "MockServices",
      ],
      path: "examples/BankingApp/Tests/BankingAppTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "MockLuaCLITests", dependencies: ["MockLuaCLI", "MockServices", "ValueForms"],
      swiftSettings: swiftSettings),
    // What fuzzing checks of one input; the tests do so with the inputs that are worth keeping.
    .target(
      name: "FuzzChecks", dependencies: ["CMockLua", "LuaRuntime", "MockLua", "MockServices"],
      path: "Tests/Fuzz",
      exclude: [
        "Calls", "Configuration", "Corpus", "Driver", "Matcher", "README.md", "Regex", "Script",
        "Wire",
      ],
      sources: ["Checks", "Support"], swiftSettings: swiftSettings),
    .testTarget(
      name: "FuzzTests", dependencies: ["FuzzChecks"], swiftSettings: swiftSettings),
  ] + fuzzers("Wire", "Configuration", "Matcher", "Regex", "Script", "Calls"),
  swiftLanguageModes: [.v6]
)
