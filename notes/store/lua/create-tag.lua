-- Creates a tag. Returns its position, 'name_taken' or 'too_many'. `position` is '' for the end.
-- KEYS: tag names
-- ARGV: name id max position ...fields
if redis.call('HEXISTS', KEY.names, ARG.name) == 1 then return 'name_taken' end
local count = redis.call('HLEN', KEY.names)
if count >= tonumber(ARG.max) then return 'too_many' end
local position = ARG.position == '' and count or ARG.position
redis.call('HSET', KEY.tag, 'position', position, unpack(ARG.fields))
redis.call('HSET', KEY.names, ARG.name, ARG.id)
return tostring(position)
