-- Records when a token or a key was used, unless it was revoked or deleted meanwhile.
-- KEYS: credential
-- ARGV: now
if redis.call('HEXISTS', KEY.credential, 'revokedAt') == 1 then return end
if redis.call('EXISTS', KEY.credential) == 1 then redis.call('HSET', KEY.credential, 'lastUsedAt', ARG.now) end
