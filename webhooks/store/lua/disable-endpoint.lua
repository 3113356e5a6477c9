-- Disables an endpoint at its user's request. Returns 0 when it was not enabled.
-- KEYS: endpoint
-- ARGV: now
-- include: disable
if redis.call('HGET', KEY.endpoint, 'status') ~= 'enabled' then return 0 end
disable('user', ARG.now, 'user')
redis.call('HSET', KEY.endpoint, 'updatedAt', ARG.now)
return 1
