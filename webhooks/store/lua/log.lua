-- Writes an entry to the attempt log, drops entries beyond the age and count limits, and publishes the user's event.
return function()
  redis.call('HSET', KEY.attempts, ARG.id, ARG.entry)
  redis.call('ZADD', KEY.times, ARG.at, ARG.id)
  local excess = redis.call('ZCARD', KEY.times) - tonumber(ARG.maxEntries)
  local gone = redis.call('ZRANGEBYSCORE', KEY.times, '-inf', '(' .. (tonumber(ARG.at) - tonumber(ARG.retentionMs)))
  if excess > #gone then gone = redis.call('ZRANGE', KEY.times, 0, excess - 1) end
  if #gone > 0 then
    redis.call('HDEL', KEY.attempts, unpack(gone))
    redis.call('ZREM', KEY.times, unpack(gone))
  end
  redis.call('PEXPIRE', KEY.attempts, ARG.retentionMs)
  redis.call('PEXPIRE', KEY.times, ARG.retentionMs)
  redis.pcall('PUBLISH', ARG.channel, ARG.event)
end
