-- Decides whether a failing endpoint is warned about or disabled now. Exactly one decision id receives each answer, and
-- the same id receives the same answer again.
-- KEYS: endpoint
-- ARGV: id now warnAfterMs disableAfterMs
-- include: disable
local now, warn_after, disable_after = tonumber(ARG.now), tonumber(ARG.warnAfterMs), tonumber(ARG.disableAfterMs)
local fields = { 'status', 'failingSince', 'warnedBy', 'disabledBy', 'generation', 'failedSince' }
local state = redis.call('HMGET', KEY.endpoint, unpack(fields))
if state[1] == 'disabled' and state[4] == ARG.id then return { 'disable', state[6], state[5] } end
if state[1] ~= 'enabled' or not state[2] then return { 'none' } end
local since = tonumber(state[2])
if now - since >= disable_after then
  disable('failing', ARG.now, ARG.id)
  redis.call('HSET', KEY.endpoint, 'failedSince', state[2])
  return { 'disable', state[2], redis.call('HGET', KEY.endpoint, 'generation') }
end
if now - since < warn_after then return { 'wait', tostring(since + warn_after) } end
if state[3] and state[3] ~= ARG.id then return { 'wait', tostring(since + disable_after) } end
redis.call('HSET', KEY.endpoint, 'warnedBy', ARG.id)
return { 'warn', state[2], state[5] }
