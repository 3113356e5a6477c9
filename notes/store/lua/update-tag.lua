-- Changes a tag. Returns 'saved', 'name_taken', or 'overtaken' when its name changed meanwhile.
-- KEYS: tag names
-- ARGV: id oldName newName ...fields
if redis.call('HGET', KEY.names, ARG.oldName) ~= ARG.id then return 'overtaken' end
if ARG.oldName ~= ARG.newName then
  if redis.call('HEXISTS', KEY.names, ARG.newName) == 1 then return 'name_taken' end
  redis.call('HDEL', KEY.names, ARG.oldName)
  redis.call('HSET', KEY.names, ARG.newName, ARG.id)
end
redis.call('HSET', KEY.tag, unpack(ARG.fields))
return 'saved'
