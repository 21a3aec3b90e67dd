#!/bin/sh
# The built command line against a real keyring: called by real-keychain.sh in a session of its own, with the part to play and the address of a service.
set -eu
part=$1
url=$2
hubswitch() { node bin/run.cjs "$@"; }
fail() { echo "FALSE: $1" >&2; cat "$HOME/out" "$HOME/err" >&2; exit 1; }
# expect <exit code> <pattern of output> <arguments>: the time of each call is shown, and no secret ever is.
expect() {
  code=$1 pattern=$2
  shift 2
  begun=$(date +%s%N)
  rc=0
  timeout 120 node bin/run.cjs "$@" >"$HOME/out" 2>"$HOME/err" </dev/null || rc=$?
  ms=$((($(date +%s%N) - begun) / 1000000))
  [ "$rc" = "$code" ] || fail "exit $rc of $*, not $code"
  cat "$HOME/out" "$HOME/err" | tr '\n' ' ' | grep -Eq "$pattern" || fail "$* does not say $pattern"
  if grep -Eq 'demo-secret|canary' "$HOME/out" "$HOME/err"; then fail "$* shows a secret"; fi
  echo "   exit $rc, $ms ms: $*"
}
login() { printf '%s\n' "$2" | hubswitch auth login --profile "$1" --base-url "$url" --partner-id "$3" --secret-stdin >"$HOME/out" 2>"$HOME/err"; }

case $part in
used)
  printf 'keyring-password' | gnome-keyring-daemon --unlock --components=secrets >/dev/null
  for profile in one two; do
    login "$profile" "canary-$profile" "$profile" || fail "login of $profile"
    secret-tool lookup service hubswitch account "$profile/partnerSecret" | grep -q "canary-$profile" || fail "the keyring lacks the secret of $profile"
  done
  expect 0 '"partnerSecret": "keychain".*"tokenState": "valid"' auth status --profile one --json
  expect 0 '"partnerId": "two"' auth whoami --profile two --json
  expect 0 '"isSignIn": false, +"isKept": true' auth refresh --profile two --json
  expect 0 'removed its secrets from the keychain' auth logout --profile two
  if secret-tool lookup service hubswitch account two/partnerSecret >/dev/null; then fail 'logout left a secret'; fi
  secret-tool lookup service hubswitch account one/partnerSecret >/dev/null || fail 'logout removed the secret of another profile'
  ;;
locked)
  gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1
  expect 4 'it is locked\. .*gnome-keyring-daemon --replace --unlock' auth status --profile one
  expect 4 'KEYCHAIN_UNAVAILABLE.*it is locked' auth whoami --profile one --json
  if login other canary-other other; then fail 'a login wrote into a locked keyring'; fi
  grep -q 'it is locked' "$HOME/err" || fail 'a login does not say that the keyring is locked'
  # What it says unlocks is what unlocks.
  printf %s keyring-password | gnome-keyring-daemon --replace --unlock --components=secrets >/dev/null 2>&1
  expect 0 '"partnerId": "one"' auth whoami --profile one --json
  ;;
unanswered)
  # A prompt that nobody answers: the program that would show it does nothing.
  gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1
  expect 4 'did not answer within 3 s; it may be locked, or waiting for a prompt' auth whoami --profile one
  ;;
absent)
  expect 4 'The keychain cannot be used: (this session has no D-Bus|it answered)' auth whoami --profile one
  ;;
esac
[ ! -e "$HUBSWITCH_CONFIG_DIR/secrets.json" ] || fail 'a secret went into a file'
