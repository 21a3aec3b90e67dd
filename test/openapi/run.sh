#!/usr/bin/env bash
# Every operation through an independent validating proxy, and the proof that the proxy notices a document that lies.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ -x test/openapi/node_modules/.bin/prism ] || npm ci --prefix test/openapi --ignore-scripts --no-audit --no-fund
node_modules/.bin/tsx test/openapi/drive.ts
node_modules/.bin/tsx test/openapi/drive.ts --lie > /dev/null
echo 'A document that lies is noticed.'
