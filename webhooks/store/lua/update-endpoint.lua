-- Changes an endpoint's settings. A new URL ends the failure streak. Returns 0 when there is no such endpoint.
-- KEYS: endpoint
-- ARGV: ...fields
if redis.call('EXISTS', KEY.endpoint) == 0 then return 0 end
local url = redis.call('HGET', KEY.endpoint, 'url')
redis.call('HSET', KEY.endpoint, unpack(ARG.fields))
if redis.call('HGET', KEY.endpoint, 'url') ~= url then
  redis.call('HDEL', KEY.endpoint, 'failingSince', 'warnedBy', 'watchedBy', 'watchedAt')
end
return 1
