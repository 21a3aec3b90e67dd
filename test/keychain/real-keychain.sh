#!/bin/sh
# The keychain store against a real keyring daemon. Needs node_modules and, on Debian or Ubuntu:
#   apt-get install -y libsecret-1-0 gnome-keyring dbus
# Runs in a session and home of its own; leaves nothing behind. Exit 0 = proven.
set -eu
cd "$(dirname "$0")/../.."

for tool in dbus-run-session gnome-keyring-daemon; do
  command -v "$tool" >/dev/null || { echo "missing: $tool (apt-get install -y libsecret-1-0 gnome-keyring dbus)" >&2; exit 2; }
done

home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export HOME="$home" XDG_DATA_HOME="$home/data" XDG_RUNTIME_DIR="$home/run" XDG_CACHE_HOME="$home/cache"
mkdir -m 700 -p "$XDG_DATA_HOME" "$XDG_RUNTIME_DIR" "$XDG_CACHE_HOME"
node_path=$(command -v node)

echo '1. an unlocked keyring keeps, answers and forgets'
dbus-run-session -- sh -c "printf 'keyring-password' | gnome-keyring-daemon --unlock --components=secrets >/dev/null && '$node_path' --import tsx test/keychain/prove.ts keeps"

echo '2. what was kept is there in another session'
dbus-run-session -- sh -c "printf 'keyring-password' | gnome-keyring-daemon --unlock --components=secrets >/dev/null && '$node_path' --import tsx test/keychain/prove.ts kept"

echo '3. a locked keyring is a fault within 3 s'
dbus-run-session -- sh -c "gnome-keyring-daemon --start --components=secrets >/dev/null && '$node_path' --import tsx test/keychain/prove.ts locked"

echo '4. a bus without a keyring is a fault'
dbus-run-session --config-file=test/keychain/empty-bus.conf -- "$node_path" --import tsx test/keychain/prove.ts absent

echo '5. no bus is a fault'
env -u DBUS_SESSION_BUS_ADDRESS -u DISPLAY "$node_path" --import tsx test/keychain/prove.ts absent

echo '6. a bus that accepts and never answers is a fault within 3 s'
"$node_path" --import tsx test/keychain/prove.ts silent

echo 'proven'
