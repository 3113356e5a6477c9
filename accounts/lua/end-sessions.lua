-- Ends sessions of a user. Returns how many there were.
--
-- KEYS: sessions ...ended
-- ARGV: ...ids
redis.call('ZREM', KEY.sessions, unpack(ARG.ids))
return redis.call('UNLINK', unpack(KEY.ended))
