// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The Lua side of the scenario language, in the order of loading.
let languageFiles = [
  "foundation", "views", "responses", "rules", "behaviours", "declarations", "values",
  "collections", "live", "environment",
]

let package = Package(
  name: "MockLua",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "LuaRuntime", targets: ["LuaRuntime"]),
    .library(name: "MockServices", targets: ["MockServices"]),
    .library(name: "MockScenarios", targets: ["MockScenarios"]),
    .library(name: "MockLua", targets: ["MockLua"]),
    .library(name: "MockLuaTesting", targets: ["MockLuaTesting"]),
    .executable(name: "mocklua", targets: ["MockLuaCLI"]),
  ],
  targets: [
    .systemLibrary(
      name: "CLua",
      path: "modulemaps/CLua",
      pkgConfig: "lua5.4",
      providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]
    ),
    .target(
      name: "CMockLua",
      dependencies: ["CLua"],
      cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]
    ),
    .target(name: "LuaRuntime", dependencies: ["CMockLua"], swiftSettings: swiftSettings),
    .target(name: "MockServices", exclude: ["Schema"], swiftSettings: swiftSettings),
    .target(name: "MockScenarios", dependencies: ["MockServices"], swiftSettings: swiftSettings),
    .target(
      name: "MockLua",
      dependencies: ["LuaRuntime", "MockServices"],
      resources: languageFiles.map { .embedInCode("Language/\($0).lua") },
      swiftSettings: swiftSettings
    ),
    .target(
      name: "MockLuaTesting", dependencies: ["MockLua", "MockServices"],
      swiftSettings: swiftSettings),
    .executableTarget(
      name: "MockLuaCLI", dependencies: ["MockLua", "MockServices"], swiftSettings: swiftSettings),
    .executableTarget(
      name: "MockLuaBenchmarks", dependencies: ["LuaRuntime", "MockServices", "MockLua"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "LuaRuntimeTests", dependencies: ["LuaRuntime"], swiftSettings: swiftSettings),
    .testTarget(
      name: "MockServicesTests", dependencies: ["MockServices"], swiftSettings: swiftSettings),
    .testTarget(
      name: "MockScenariosTests", dependencies: ["MockScenarios", "MockServices"],
      swiftSettings: swiftSettings),
    .testTarget(name: "MockLuaTests", dependencies: ["MockLua"], swiftSettings: swiftSettings),
    .testTarget(
      name: "MockLuaTestingTests", dependencies: ["MockLuaTesting"], exclude: ["Scripts"],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "MockLuaCLITests", dependencies: ["MockLuaCLI"], swiftSettings: swiftSettings),
  ],
  swiftLanguageModes: [.v6]
)
