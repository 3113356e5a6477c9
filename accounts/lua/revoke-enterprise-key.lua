-- Revokes a key. A repeated call keeps the first time. Returns 0 when there is no such key.
-- KEYS: key
-- ARGV: now
if redis.call('EXISTS', KEY.key) == 0 then return 0 end
redis.call('HSETNX', KEY.key, 'revokedAt', ARG.now)
return 1
