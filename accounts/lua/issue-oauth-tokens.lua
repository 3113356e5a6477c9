-- Gives a grant new tokens. Returns 0 when it has ended, or when `previous` is not the refresh token that was used
-- last. The access token before stays good until it expires. Tokens that were issued already stay as they are.
-- KEYS: grant grants
-- ARGV: id previous access accessUntil refresh now expiresAt lifetimeMs
local old = redis.call('HMGET', KEY.grant, 'access', 'accessUntil', 'clientId', 'previous')
if not old[3] or (ARG.previous ~= '' and old[4] ~= ARG.previous) then return 0 end
if old[1] and old[1] ~= ARG.access then
  redis.call('HSET', KEY.grant, 'oldAccess', old[1], 'oldAccessUntil', old[2])
end
redis.call('HSET', KEY.grant, 'access', ARG.access, 'accessUntil', ARG.accessUntil, 'refresh', ARG.refresh)
redis.call('HSET', KEY.grant, 'lastUsedAt', ARG.now)
redis.call('PEXPIRE', KEY.grant, ARG.lifetimeMs)
redis.call('ZADD', KEY.grants, ARG.expiresAt, ARG.id)
redis.call('PEXPIRE', KEY.grants, ARG.lifetimeMs)
return 1
