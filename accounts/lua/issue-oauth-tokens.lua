-- Gives a grant new tokens. Returns 0 when it has ended. The access token before stays good until it expires.
-- KEYS: grant grants
-- ARGV: id access accessUntil refresh now expiresAt lifetimeMs
if redis.call('EXISTS', KEY.grant) == 0 then return 0 end
local old = redis.call('HMGET', KEY.grant, 'access', 'accessUntil')
if old[1] then redis.call('HSET', KEY.grant, 'oldAccess', old[1], 'oldAccessUntil', old[2]) end
redis.call('HSET', KEY.grant, 'access', ARG.access, 'accessUntil', ARG.accessUntil, 'refresh', ARG.refresh)
redis.call('HSET', KEY.grant, 'lastUsedAt', ARG.now)
redis.call('PEXPIRE', KEY.grant, ARG.lifetimeMs)
redis.call('ZADD', KEY.grants, ARG.expiresAt, ARG.id)
redis.call('PEXPIRE', KEY.grants, ARG.lifetimeMs)
return 1
