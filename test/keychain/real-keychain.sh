#!/bin/sh
# The keychain store against a real keyring daemon. Needs node_modules and, on Debian or Ubuntu:
#   apt-get install -y libsecret-1-0 gnome-keyring dbus libsecret-tools
# Runs in a session and home of its own; leaves nothing behind. Exit 0 = proven.
set -eu
cd "$(dirname "$0")/../.."

for tool in dbus-run-session gnome-keyring-daemon secret-tool; do
  command -v "$tool" >/dev/null || { echo "missing: $tool (apt-get install -y libsecret-1-0 gnome-keyring dbus libsecret-tools)" >&2; exit 2; }
done

home=$(mktemp -d)
service=
trap 'if [ -n "$service" ]; then kill "$service"; fi; rm -rf "$home"' EXIT
unset DISPLAY WAYLAND_DISPLAY
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

# The built command line, in a home of its own: its keyring holds nothing of the parts above.
own="$home/command-line"
export HOME="$own" XDG_DATA_HOME="$own/data" XDG_RUNTIME_DIR="$own/run" XDG_CACHE_HOME="$own/cache" HUBSWITCH_CONFIG_DIR="$own/config" HUBSWITCH_DATA_DIR="$own/hubswitch" NO_COLOR=1
mkdir -m 700 -p "$own" "$XDG_DATA_HOME/dbus-1/services" "$XDG_RUNTIME_DIR" "$XDG_CACHE_HOME"
"$node_path" --import tsx test/keychain/service.ts "$home/address" &
service=$!
until [ -s "$home/address" ]; do kill -0 "$service"; sleep 0.2; done
url=$(cat "$home/address")

echo '7. login, use, refresh and logout of profiles side by side, read back with secret-tool'
dbus-run-session -- sh test/keychain/command-line.sh used "$url"

echo '8. a locked keyring is told with the command that unlocks it'
dbus-run-session -- sh test/keychain/command-line.sh locked "$url"

echo '9. a prompt that nobody answers does not hold a command'
printf '[D-BUS Service]\nName=org.gnome.keyring.SystemPrompter\nExec=/bin/sleep 60\n' > "$XDG_DATA_HOME/dbus-1/services/org.gnome.keyring.SystemPrompter.service"
dbus-run-session -- sh test/keychain/command-line.sh unanswered "$url"

echo '10. without a keyring, or without a bus, that is said'
dbus-run-session --config-file=test/keychain/empty-bus.conf -- sh test/keychain/command-line.sh absent "$url"
env -u DBUS_SESSION_BUS_ADDRESS sh test/keychain/command-line.sh absent "$url"

echo 'proven'
