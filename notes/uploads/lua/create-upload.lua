-- Creates an upload. An existing one stays unchanged. `most` is the maximum number of open uploads of a user.
-- KEYS: upload open
-- ARGV: id now expires life most ...fields
if redis.call('EXISTS', KEY.upload) == 1 then return 'known' end
redis.call('ZREMRANGEBYSCORE', KEY.open, '-inf', ARG.now)
if redis.call('ZCARD', KEY.open) >= tonumber(ARG.most) then return 'too_many' end
redis.call('HSET', KEY.upload, unpack(ARG.fields))
redis.call('PEXPIRE', KEY.upload, ARG.life)
redis.call('ZADD', KEY.open, ARG.expires, ARG.id)
redis.call('PEXPIRE', KEY.open, ARG.life)
return 'created'
