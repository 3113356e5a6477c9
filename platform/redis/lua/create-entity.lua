-- Creates an entity of a set that is limited in size. Returns 0 when the set has `max` members.
-- KEYS: entity ids
-- ARGV: max id ...fields
if redis.call('SCARD', KEY.ids) >= tonumber(ARG.max) then return 0 end
redis.call('HSET', KEY.entity, unpack(ARG.fields))
redis.call('SADD', KEY.ids, ARG.id)
return 1
