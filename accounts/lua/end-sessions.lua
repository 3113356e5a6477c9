-- Ends sessions of a user, and tells the pages that are open. Returns how many there were.
-- KEYS: sessions ...ended
-- ARGV: channel event ...ids
redis.call('ZREM', KEY.sessions, unpack(ARG.ids))
local count = redis.call('UNLINK', unpack(KEY.ended))
redis.pcall('PUBLISH', ARG.channel, ARG.event)
return count
