-- Replaces a field of a hash if it still has the value that was read. Returns 1 when it did.
-- KEYS: hash
-- ARGV: field before after
if redis.call('HGET', KEY.hash, ARG.field) ~= ARG.before then return 0 end
redis.call('HSET', KEY.hash, ARG.field, ARG.after)
return 1
