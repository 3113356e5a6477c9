-- Records when a token was used, unless it was revoked meanwhile.
-- KEYS: token
-- ARGV: now
if redis.call('EXISTS', KEY.token) == 1 then redis.call('HSET', KEY.token, 'lastUsedAt', ARG.now) end
