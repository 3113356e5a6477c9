-- Stores an event for redelivery. Returns id, status, generation, failingSince, eventTypes and the number of slow
-- requests of each endpoint of its user, whose keys are in the same slot. A request is slow if its lease is active and
-- ends before `slowLeaseEndsAt`. For a user without endpoints, nothing is stored.
-- KEYS: ids message
-- ARGV: type noteId retentionMs endpointKeys inFlightSuffix now slowLeaseEndsAt
local ids = redis.call('SMEMBERS', KEY.ids)
if #ids == 0 then return {} end
redis.call('HSET', KEY.message, 'type', ARG.type, 'noteId', ARG.noteId)
redis.call('PEXPIRE', KEY.message, ARG.retentionMs)
local endpoints = {}
for index, id in ipairs(ids) do
  local endpoint = ARG.endpointKeys .. id
  local slow = redis.call('ZCOUNT', endpoint .. ARG.inFlightSuffix, '(' .. ARG.now, '(' .. ARG.slowLeaseEndsAt)
  local state = redis.call('HMGET', endpoint, 'status', 'generation', 'failingSince', 'eventTypes')
  endpoints[index] = { id, state[1] or '', state[2] or '', state[3] or '', state[4] or '', slow }
end
return endpoints
