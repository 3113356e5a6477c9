-- Creates a key. Returns 0 when there is no such organization, or it already has `max` keys.
-- KEYS: key ids organization
-- ARGV: max id ...fields
if redis.call('EXISTS', KEY.organization) == 0 then return 0 end
if redis.call('SCARD', KEY.ids) >= tonumber(ARG.max) then return 0 end
redis.call('HSET', KEY.key, unpack(ARG.fields))
redis.call('SADD', KEY.ids, ARG.id)
return 1
