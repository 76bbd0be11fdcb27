#!/bin/sh
# @doist/todoist-sdk 11.0.0 (earlier @doist/todoist-api-typescript) turns the names of fields from snake_case to camelCase and
# back, also where the names of an object are data. Expected: the answer says "ok" under the uuid of the command and gives the new
# id under its temporary id, and an order is sent under the id of its task. Seen: dashes go and small letters become capitals, so
# neither is found by the id that the caller has; and the id of the task is sent with underscores, as an id that no task has.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @doist/todoist-sdk@11.0.0 >/dev/null
cat > run.mjs <<'JS'
import { createServer } from 'node:http'
import { TodoistApi } from '@doist/todoist-sdk'
const uuid = 'f4943313-bc18-4503-84d1-8e1f41623d12'
const tempId = '4ff1e388-5ca6-453a-b0e8-662ebf373b6b'
// Answers as the sync endpoint does: by the names that it was sent.
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const { commands } = JSON.parse(body)
  console.log('sent', JSON.stringify(commands[0].args))
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ sync_status: { [uuid]: 'ok' }, temp_id_mapping: { [tempId]: '6X7rM8997g3RQmvh' } }))
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const api = new TodoistApi('invented', { baseUrl: `http://127.0.0.1:${server.address().port}` })
const add = { type: 'item_add', uuid, tempId, args: { content: 'Pay rent' } }
const { syncStatus, tempIdMapping } = await api.sync({ commands: [add] })
console.log(syncStatus[uuid], JSON.stringify(syncStatus))
console.log(tempIdMapping[tempId], JSON.stringify(tempIdMapping))
await api.sync({ commands: [{ type: 'item_update_day_orders', uuid, args: { idsToOrders: { '6X7rM8997g3RQmvh': 1 } } }] })
server.close()
JS
seen=$(node run.mjs)
expected='sent {"content":"Pay rent"}
undefined {"f4943313Bc18450384D18E1F41623D12":"ok"}
undefined {"4Ff1E3885Ca6453AB0E8662Ebf373B6B":"6X7rM8997g3RQmvh"}
sent {"ids_to_orders":{"6_x7r_m8997g3_r_qmvh":1}}'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behaviour has changed.' >&2; exit 1; }
