-- Records that the note of an upload was created, and keeps only the upload's id.
-- KEYS: upload parts open finisher
-- ARGV: id life
redis.call('UNLINK', KEY.parts, KEY.finisher)
redis.call('ZREM', KEY.open, ARG.id)
if redis.call('EXISTS', KEY.upload) == 0 then return 0 end
redis.call('HSET', KEY.upload, 'finished', '1', 'metadata', '{}')
redis.call('PEXPIRE', KEY.upload, ARG.life)
return 1
