-- Revokes a personal token. Returns 1 when it existed.
-- KEYS: token ids
-- ARGV: id
redis.call('SREM', KEY.ids, ARG.id)
return redis.call('UNLINK', KEY.token)
