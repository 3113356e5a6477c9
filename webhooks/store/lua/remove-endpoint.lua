-- Removes an endpoint with its attempt log. Returns 1 when it existed.
-- KEYS: endpoint ids attempts times inFlight
-- ARGV: id
local existed = redis.call('SREM', KEY.ids, ARG.id)
redis.call('UNLINK', KEY.endpoint, KEY.attempts, KEY.times, KEY.inFlight)
return existed
