#!/bin/sh
# node:sqlite of Node 24.21.0 binds every JavaScript number as REAL, also a whole one; better-sqlite3 does so too, and a BigInt
# is INTEGER. Expected: 5 arrives as the integer 5. Seen: a column of affinity INTEGER or NUMERIC hides it, but TEXT and
# expressions do not: 'n' || 5 is 'n5.0', 5 / 2 is 2.5, and a TEXT column stores '5.0'.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 >/dev/null
cat > run.mjs <<'JS'
import { DatabaseSync } from 'node:sqlite'
const db = new DatabaseSync(':memory:')
const one = (sql, value) => Object.values(db.prepare(`select ${sql}`).get(value))[0]
db.exec('create table t (word text, whole integer)')
for (const value of [5, 5n]) {
  db.prepare('insert into t values (?1, ?1)').run(value)
  console.log(typeof value, one("'n' || ?", value), one('? / 2', value), one('typeof(?)', value))
}
console.log(JSON.stringify(db.prepare('select word, whole from t').all()))
JS
seen=$(node_modules/.bin/node --disable-warning=ExperimentalWarning run.mjs)
expected='number n5.0 2.5 real
bigint n5 2 integer
[{"word":"5.0","whole":5},{"word":"5","whole":5}]'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }
