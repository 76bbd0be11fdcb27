#!/bin/sh
# vcf 2.1.2 does not unescape values. Expected: `\n` in a note is a line break and `\,` a comma, and an organization is a list of
# its name and its units (RFC 6350, 3.4 and 6.6.4). Seen: both stay as they are written, and name and unit are one text.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund vcf@2.1.2 >/dev/null
cat > run.cjs <<'JS'
const Vcf = require('vcf')
const text = [
  'BEGIN:VCARD', 'VERSION:3.0', 'N:Vale;Ada;;;', 'FN:Ada Vale', 'ORG:Vale\\, Reed & Co.;Sales',
  'NOTE:Met in Bonn\\, liked tea.\\nCall in May.', 'END:VCARD', '',
].join('\r\n')
const card = new Vcf().parse(text)
console.log(JSON.stringify([card.get('org').valueOf(), card.get('note').valueOf()]))
JS
seen=$(node run.cjs)
expected='["Vale\\, Reed & Co.;Sales","Met in Bonn\\, liked tea.\\nCall in May."]'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }
