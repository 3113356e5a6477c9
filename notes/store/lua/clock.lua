-- The caller's time, but at most `ahead` milliseconds ahead of Redis. The times of a user's notes always increase, so
-- that a clock that runs fast would take all that follow into the future.
local function bounded(now, ahead)
  local time = redis.call('TIME')
  return math.min(tonumber(now), time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ahead))
end

return { bounded = bounded }
