-- Ends grants with all their tokens. Returns how many there were.
-- KEYS: grants ...ended
-- ARGV: ...ids
redis.call('ZREM', KEY.grants, unpack(ARG.ids))
return redis.call('UNLINK', unpack(KEY.ended))
