-- Stores an event for redelivery. Returns id, status, generation, failingSince and eventTypes of each endpoint of its
-- user, whose keys are in the same slot. For a user without endpoints, nothing is stored.
-- KEYS: ids message
-- ARGV: type noteId retentionMs endpointKeys
local ids = redis.call('SMEMBERS', KEY.ids)
if #ids == 0 then return {} end
redis.call('HSET', KEY.message, 'type', ARG.type, 'noteId', ARG.noteId)
redis.call('PEXPIRE', KEY.message, ARG.retentionMs)
local endpoints = {}
for index, id in ipairs(ids) do
  local state = redis.call('HMGET', ARG.endpointKeys .. id, 'status', 'generation', 'failingSince', 'eventTypes')
  endpoints[index] = { id, state[1] or '', state[2] or '', state[3] or '', state[4] or '' }
end
return endpoints
