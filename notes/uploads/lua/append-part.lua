-- Appends a recording's bytes to an upload. Returns the new offset; -1 when the upload has another offset.
-- KEYS: upload parts
-- ARGV: offset object bytes
if redis.call('HGET', KEY.upload, 'offset') ~= ARG.offset then return -1 end
redis.call('RPUSH', KEY.parts, ARG.object)
redis.call('PEXPIRE', KEY.parts, redis.call('PTTL', KEY.upload))
return redis.call('HINCRBY', KEY.upload, 'offset', ARG.bytes)
