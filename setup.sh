#!/usr/bin/env bash
# Installs what building and testing this workspace needs: LLVM and MLIR 22, Z3, a C++ compiler.
#
#   ./setup.sh           installs what is missing (Debian and Ubuntu); elsewhere says what to install
#   ./setup.sh --check   only says what is missing, and fails if something is
#
# It does not install Rust, and it changes no list of package sources.
set -euo pipefail

readonly rust_minor=95 # as `rust-version` in Cargo.toml
readonly llvm=22

# In order: certificates for cargo; the linker, and a compiler for the C++ part of melior's dependency tblgen; LLVM with
# MLIR, with what `llvm-config` lists to link against, and libclang for the Rust bindings; Z3, its library for the macro
# and its program for the tests; valgrind, under which .ci/run calls kernels, because no Rust tool sees their memory.
readonly packages=(
    ca-certificates
    g++ pkg-config
    "llvm-$llvm-dev" "libmlir-$llvm-dev" "libpolly-$llvm-dev" libzstd-dev zlib1g-dev "libclang-$llvm-dev"
    libz3-dev z3
    valgrind
)

fail() {
    printf 'setup.sh: %s\n' "$@" >&2
    exit 1
}

check_rust() {
    local version
    if ! version=$(rustc --version 2>/dev/null); then
        fail "Rust 1.$rust_minor or newer is missing; install it with" \
            "    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh"
    fi
    if [[ ! $version =~ ^rustc\ ([0-9]+)\.([0-9]+) ]] ||
        ((BASH_REMATCH[1] == 1 && BASH_REMATCH[2] < rust_minor)); then
        fail "Rust 1.$rust_minor or newer is needed, this is $version; update it with" "    rustup update stable"
    fi
}

# Whether LLVM is where `.cargo/config.toml`, or a variable that is already set, says.
check_llvm() {
    local variable prefix version
    for variable in "MLIR_SYS_${llvm}0_PREFIX" "TABLEGEN_${llvm}0_PREFIX" "LLVM_SYS_${llvm}1_PREFIX"; do
        prefix=${!variable:-/usr/lib/llvm-$llvm}
        version=$("$prefix/bin/llvm-config" --version 2>/dev/null || true)
        [[ $version == "$llvm".* ]] ||
            fail "$prefix/bin/llvm-config says version '${version:-none}', needed is $llvm (path from $variable)"
    done
}

# Those of `packages` that are not installed, one a line; dpkg-query prints nothing of a package that it does not know.
missing_packages() {
    local package
    local -A installed=()
    while read -r package _; do
        installed[$package]=1
    done < <(dpkg-query --show --showformat '${Package} ${db:Status-Status}\n' "${packages[@]}" 2>/dev/null |
        grep ' installed$')
    for package in "${packages[@]}"; do
        [[ -n ${installed[$package]:-} ]] || printf '%s\n' "$package"
    done
}

# Runs apt-get without questions, as root.
apt_get() {
    local root=()
    if ((EUID != 0)); then
        command -v sudo >/dev/null || fail "run this as root, or install sudo"
        root=(sudo)
    fi
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get --quiet --yes "$@" </dev/null
}

# A line for /etc/apt/sources.list that offers LLVM to the release of this name.
llvm_source() {
    case $1 in
    bookworm)
        printf '    deb http://security.debian.org/debian-security bookworm-security main\n'
        ;;
    *)
        printf '    deb https://apt.llvm.org/%s/ llvm-toolchain-%s-%s main\n' "$1" "$1" "$llvm"
        printf 'setup.sh: (its key and other releases: https://apt.llvm.org)\n'
        ;;
    esac
}

install_packages() {
    apt_get update
    if [[ -z $(apt-cache search --names-only "^libmlir-$llvm-dev\$") ]]; then
        local codename
        # shellcheck source=/dev/null
        codename=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
        fail "no source in /etc/apt offers LLVM $llvm; add this line to /etc/apt/sources.list and run setup.sh again:" \
            "$(llvm_source "$codename")"
    fi
    apt_get install --no-install-recommends "$@"
}

say_what_to_install() {
    case $1 in
    fedora)
        fail "on Fedora, install LLVM $llvm and the rest with" \
            "    sudo dnf install gcc-c++ pkgconf llvm-devel llvm-static mlir-devel mlir-static clang-devel lld polly-devel libzstd-devel zlib-devel z3 z3-devel" \
            "if \`llvm-config --version\` then says $llvm, set these for cargo:" \
            "    export MLIR_SYS_${llvm}0_PREFIX=/usr TABLEGEN_${llvm}0_PREFIX=/usr LLVM_SYS_${llvm}1_PREFIX=/usr LIBCLANG_PATH=/usr/lib64"
        ;;
    macos)
        fail "on macOS, install LLVM $llvm and the rest with" \
            "    xcode-select --install; brew install llvm@$llvm zstd z3 pkgconf" \
            "and set these for cargo:" \
            "    P=\$(brew --prefix llvm@$llvm)" \
            "    export MLIR_SYS_${llvm}0_PREFIX=\$P TABLEGEN_${llvm}0_PREFIX=\$P LLVM_SYS_${llvm}1_PREFIX=\$P LIBCLANG_PATH=\$P/lib" \
            "    export LIBRARY_PATH=\$(brew --prefix)/lib"
        ;;
    *)
        fail "on this system, install yourself: a C++ compiler, pkg-config, LLVM $llvm with MLIR, Polly and libclang" \
            "(static libraries and headers), zstd, zlib, Z3 4.8.12 or newer (library, headers, program);" \
            "then set MLIR_SYS_${llvm}0_PREFIX, TABLEGEN_${llvm}0_PREFIX and LLVM_SYS_${llvm}1_PREFIX to LLVM's folder" \
            "and LIBCLANG_PATH to that of libclang"
        ;;
    esac
}

system() {
    local ID='' ID_LIKE=''
    if [[ $(uname -s) == Darwin ]]; then
        echo macos
    elif command -v apt-get >/dev/null; then
        echo debian
    elif [[ -r /etc/os-release ]]; then
        # shellcheck source=/dev/null
        . /etc/os-release
        case " $ID $ID_LIKE " in
        *' fedora '*) echo fedora ;;
        *) echo other ;;
        esac
    else
        echo other
    fi
}

main() {
    local check=false
    case ${1:-} in
    '') ;;
    --check) check=true ;;
    *) fail "unknown argument '$1'; the only one is --check" ;;
    esac

    local system
    system=$(system)
    if [[ $system == debian ]]; then
        local missing
        mapfile -t missing < <(missing_packages)
        if ((${#missing[@]} > 0)); then
            ! $check || fail "missing packages: ${missing[*]}" "run ./setup.sh to install them"
            install_packages "${missing[@]}"
        fi
    elif ! (check_llvm) 2>/dev/null || ! command -v z3 >/dev/null; then
        say_what_to_install "$system"
    fi
    check_llvm
    check_rust
    echo "setup.sh: everything is there"
}

main "$@"
