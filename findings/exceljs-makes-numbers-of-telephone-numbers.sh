#!/bin/sh
# exceljs 4.4.0 turns cells of a CSV file into numbers by `Number()`. Expected: a CSV file has only text, so a telephone number and
# a postcode stay as they are written, or an option says otherwise. Seen: `+493012345` loses its plus sign, `0301234567` and the
# postcode `01067` lose their zeros, and the order number `1e5` becomes 100000.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0 >/dev/null
cat > run.mjs <<'JS'
import ExcelJS from 'exceljs'
import { Readable } from 'node:stream'
const text = 'name,phone,postcode,order\nAda Vale,+493012345,01067,A7\nBo Reed,0301234567,53111,1e5\n'
const sheet = await new ExcelJS.Workbook().csv.read(Readable.from([text]))
sheet.eachRow(({ values }) => console.log(JSON.stringify(values.slice(1))))
JS
seen=$(node run.mjs)
expected='["name","phone","postcode","order"]
["Ada Vale",493012345,1067,"A7"]
["Bo Reed",301234567,53111,100000]'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }
