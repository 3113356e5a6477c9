-- Changes an endpoint's settings. Returns 0 when there is no such endpoint.
-- KEYS: endpoint
-- ARGV: ...fields
if redis.call('EXISTS', KEY.endpoint) == 0 then return 0 end
redis.call('HSET', KEY.endpoint, unpack(ARG.fields))
return 1
