-- Enables an endpoint and resets its failures. `generation` names the only disabling that this may undo; '' for any.
-- KEYS: endpoint
-- ARGV: now generation
local state = redis.call('HMGET', KEY.endpoint, 'status', 'generation')
if state[1] ~= 'disabled' or (ARG.generation ~= '' and state[2] ~= ARG.generation) then return 0 end
redis.call('HSET', KEY.endpoint, 'status', 'enabled', 'updatedAt', ARG.now)
redis.call('HDEL', KEY.endpoint, 'disabledReason', 'disabledAt', 'disabledBy', 'failedSince')
return 1
