#!/bin/sh
# @stryker-mutator/core 10.1.1 ends with a TypeError where TypeScript 7.0.2 is installed, also when it mutates JavaScript by a runner
# that needs no TypeScript. Expected: a mutation score, as without a tsconfig.json. It reads that file with
# `ts.parseConfigFileTextToJson`, which the package of TypeScript 7 does not export. Naming no such file in `tsconfigFile` avoids it.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @stryker-mutator/core@10.1.1 typescript@7.0.2 >/dev/null
echo '{ "compilerOptions": { "strict": true } }' > tsconfig.json
echo 'exports.isAdult = (age) => age >= 18' > adult.js
cat > check.js <<'JS'
const { isAdult } = require('./adult.js')
if (!isAdult(18) || isAdult(17)) process.exit(1)
JS
run() {
  printf '{ "testRunner": "command", "commandRunner": { "command": "node check.js" }, "mutate": ["adult.js"], "reporters": ["clear-text"], "tsconfigFile": "%s" }' "$1" > stryker.config.json
  npx stryker run > out.txt 2>&1 && echo "$1: ended well" || echo "$1: failed"
  grep -om1 'ts.parseConfigFileTextToJson is not a function' out.txt || true
}
seen=$(run tsconfig.json; run none.json)
expected='tsconfig.json: failed
ts.parseConfigFileTextToJson is not a function
none.json: ended well'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }
