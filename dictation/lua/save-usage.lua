-- Saves the record of a dictation and counts the dictation on its day. A record of the same request replaces the
-- earlier one, and the dictation is counted once.
-- KEYS: usage day
-- ARGV: record requestId audioMs failed retentionMs
local found = redis.call('GET', KEY.usage)
local before = found and cjson.decode(found) or {}
local failed = tonumber(ARG.failed)
if before.requestId ~= ARG.requestId then
  redis.call('HINCRBY', KEY.day, 'dictations', 1)
  redis.call('HINCRBY', KEY.day, 'dictationMs', ARG.audioMs)
elseif before.outcome ~= 'completed' then
  failed = failed - 1
end
redis.call('HINCRBY', KEY.day, 'failedDictations', failed)
redis.call('PEXPIRE', KEY.day, ARG.retentionMs)
redis.call('SET', KEY.usage, ARG.record, 'PX', ARG.retentionMs)
