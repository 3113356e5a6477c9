-- Opens an attempt, or returns why none is allowed. `generation` is '' for a manual attempt.
-- KEYS: endpoint inFlight attempts
-- ARGV: id now leaseEndsAt maxRequests generation dayAgo
-- include: effects
local recorded = redis.call('HGET', KEY.attempts, ARG.id)
if recorded then return { 'recorded', recorded, unpack(effects(ARG.id, '')) } end
local state = redis.call('HMGET', KEY.endpoint, 'status', 'generation', 'url', 'secrets')
if not state[1] then return { 'deleted' } end
if state[1] ~= 'enabled' or (ARG.generation ~= '' and state[2] ~= ARG.generation) then return { 'disabled' } end
local before = redis.call('ZSCORE', KEY.inFlight, ARG.id)
if not before and redis.call('ZCOUNT', KEY.inFlight, '(' .. ARG.now, '+inf') >= tonumber(ARG.maxRequests) then
  return { 'busy' }
end
redis.call('ZREMRANGEBYSCORE', KEY.inFlight, '-inf', ARG.dayAgo)
redis.call('ZADD', KEY.inFlight, ARG.leaseEndsAt, ARG.id)
redis.call('PEXPIRE', KEY.inFlight, 86400000)
return { 'go', state[3], state[4], before and '1' or '' }
