#!/bin/sh
# exceljs 4.4.0 reads dates of a CSV file with the month first, cell by cell. Expected: one order for a column, or text where the
# order is not known. Seen: of the German days 3 and 17 November 2026, the first becomes 11 March and the second stays text.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0 >/dev/null
cat > run.mjs <<'JS'
import ExcelJS from 'exceljs'
import { Readable } from 'node:stream'
const sheet = await new ExcelJS.Workbook().csv.read(Readable.from(['fällig\n03-11-2026\n17-11-2026\n']))
sheet.eachRow(({ values }) => console.log(JSON.stringify(values[1])))
JS
seen=$(TZ=UTC node run.mjs)
expected='"fällig"
"2026-03-11T00:00:00.000Z"
"17-11-2026"'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }
