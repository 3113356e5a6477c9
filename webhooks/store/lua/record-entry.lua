-- Records an entry that is not an attempt, once per id.
-- KEYS: endpoint attempts times pending
-- ARGV: id entry at messageId maxEntries retentionMs channel event
-- include: log
redis.call('ZREM', KEY.pending, ARG.messageId)
if redis.call('EXISTS', KEY.endpoint) == 0 or redis.call('HEXISTS', KEY.attempts, ARG.id) == 1 then return 0 end
log()
return 1
