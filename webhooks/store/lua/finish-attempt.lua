-- Records how an attempt ended and its effects on the endpoint, once per id. `generation` is '' for a manual attempt;
-- `nextAt` is '' when no attempt follows. If the endpoint's URL is no longer `url`, the attempt has no effect on it.
-- KEYS: endpoint inFlight attempts times pending
-- ARGV: id entry at messageId maxEntries retentionMs result generation url nextAt watchIntervalMs channel event
-- include: effects log disable
redis.call('ZREM', KEY.inFlight, ARG.id)
if redis.call('HEXISTS', KEY.attempts, ARG.id) == 1 then return { 'finished', unpack(effects(ARG.id, '')) } end
local state = redis.call('HMGET', KEY.endpoint, 'status', 'generation', 'failingSince', 'watchedAt', 'url')
if not state[1] then return { 'deleted' } end
local automatic = ARG.generation ~= ''
local affected = state[1] == 'enabled' and state[5] == ARG.url
local current = affected and (not automatic or state[2] == ARG.generation)
local recovered = ''
if ARG.result == 'succeeded' and current and state[3] then
  redis.call('HDEL', KEY.endpoint, 'failingSince', 'warnedBy', 'watchedBy', 'watchedAt')
  recovered = '1'
elseif ARG.result == 'gone' and affected then
  disable('gone', ARG.at, ARG.id)
elseif ARG.result == 'failed' and automatic and current then
  redis.call('HSETNX', KEY.endpoint, 'failingSince', ARG.at)
  if not state[3] or tonumber(ARG.at) - tonumber(state[4] or 0) > tonumber(ARG.watchIntervalMs) then
    redis.call('HSET', KEY.endpoint, 'watchedBy', ARG.id, 'watchedAt', ARG.at)
  end
end
if automatic then
  if ARG.nextAt ~= '' then
    redis.call('ZADD', KEY.pending, ARG.nextAt, ARG.messageId)
    redis.call('PEXPIRE', KEY.pending, 259200000)
  else
    redis.call('ZREM', KEY.pending, ARG.messageId)
  end
end
log()
return { 'finished', unpack(effects(ARG.id, recovered)) }
