import { PUBLISH_LUA } from '../../platform/redis/user-events.ts';
import { DISABLE_FUNCTION } from './endpoint-scripts.ts';

/**
 * KEYS of all but DECIDE: 1 endpoint, 2 in flight, 3 attempts, 4 attempt times, 5 pending.
 * The effects of an attempt are read off the endpoint by its id, so that asking again after a crash gives the same.
 */
const EFFECTS = `
local function effects(id, recovered)
  local state = redis.call('HMGET', KEYS[1], 'watchedBy', 'disabledBy', 'generation')
  return { state[1] == id and '1' or '', recovered, state[2] == id and state[3] or '' }
end`;

/** ARGV: attempt id, now, lease's end, most requests, generation ('' for a manual one), a day ago */
export const BEGIN = `${EFFECTS}
local id, now = ARGV[1], ARGV[2]
local recorded = redis.call('HGET', KEYS[3], id)
if recorded then return { 'recorded', recorded, unpack(effects(id, '')) } end
local state = redis.call('HMGET', KEYS[1], 'status', 'generation', 'url', 'secrets')
if not state[1] then return { 'deleted' } end
if state[1] ~= 'enabled' or (ARGV[5] ~= '' and state[2] ~= ARGV[5]) then return { 'disabled' } end
local before = redis.call('ZSCORE', KEYS[2], id)
if not before and redis.call('ZCOUNT', KEYS[2], '(' .. now, '+inf') >= tonumber(ARGV[4]) then return { 'busy' } end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[6])
redis.call('ZADD', KEYS[2], ARGV[3], id)
redis.call('PEXPIRE', KEYS[2], 86400000)
return { 'go', state[3], state[4], before and '1' or '' }`;

/** ARGV 1-6: attempt id, entry, its time, message id, most entries, retention; the last two: the user's event */
const LOG = `
local function log()
  redis.call('HSET', KEYS[3], ARGV[1], ARGV[2])
  redis.call('ZADD', KEYS[4], ARGV[3], ARGV[1])
  local excess = redis.call('ZCARD', KEYS[4]) - tonumber(ARGV[5])
  local gone = redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', '(' .. (tonumber(ARGV[3]) - tonumber(ARGV[6])))
  if excess > #gone then gone = redis.call('ZRANGE', KEYS[4], 0, excess - 1) end
  if #gone > 0 then
    redis.call('HDEL', KEYS[3], unpack(gone))
    redis.call('ZREM', KEYS[4], unpack(gone))
  end
  redis.call('PEXPIRE', KEYS[3], ARGV[6])
  redis.call('PEXPIRE', KEYS[4], ARGV[6])
  ${PUBLISH_LUA}
end`;

/** ARGV 7-9: result, generation ('' for a manual one), next attempt ('' for none), interval of watch calls */
export const FINISH = `${EFFECTS}${LOG}${DISABLE_FUNCTION}
local id, now, result, generation, nextAt = ARGV[1], ARGV[3], ARGV[7], ARGV[8], ARGV[9]
redis.call('ZREM', KEYS[2], id)
if redis.call('HEXISTS', KEYS[3], id) == 1 then return { 'finished', unpack(effects(id, '')) } end
local state = redis.call('HMGET', KEYS[1], 'status', 'generation', 'failingSince', 'watchedAt')
if not state[1] then return { 'deleted' } end
local automatic = generation ~= ''
local enabled = state[1] == 'enabled'
local current = enabled and (not automatic or state[2] == generation)
local recovered = ''
if result == 'succeeded' and current and state[3] then
  redis.call('HDEL', KEYS[1], 'failingSince', 'warnedBy', 'watchedBy', 'watchedAt')
  recovered = '1'
elseif result == 'gone' and enabled then
  disable('gone', now, id)
elseif result == 'failed' and automatic and current then
  redis.call('HSETNX', KEYS[1], 'failingSince', now)
  if not state[3] or tonumber(now) - tonumber(state[4] or 0) > tonumber(ARGV[10]) then
    redis.call('HSET', KEYS[1], 'watchedBy', id, 'watchedAt', now)
  end
end
if automatic then
  if nextAt ~= '' then
    redis.call('ZADD', KEYS[5], nextAt, ARGV[4])
    redis.call('PEXPIRE', KEYS[5], 259200000)
  else
    redis.call('ZREM', KEYS[5], ARGV[4])
  end
end
log()
return { 'finished', unpack(effects(id, recovered)) }`;

/** ARGV 1-6 as in LOG */
export const RECORD = `${LOG}
redis.call('ZREM', KEYS[5], ARGV[4])
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[3], ARGV[1]) == 1 then return 0 end
log()
return 1`;

/** KEYS: endpoint. ARGV: decision id, now, warn after, disable after */
export const DECIDE = `${DISABLE_FUNCTION}
local by, now = ARGV[1], tonumber(ARGV[2])
local state = redis.call('HMGET', KEYS[1], 'status', 'failingSince', 'warnedBy', 'disabledBy', 'generation', 'failedSince')
if state[1] == 'disabled' and state[4] == by then return { 'disable', state[6], state[5] } end
if state[1] ~= 'enabled' or not state[2] then return { 'none' } end
local since = tonumber(state[2])
if now - since >= tonumber(ARGV[4]) then
  disable('failing', ARGV[2], by)
  redis.call('HSET', KEYS[1], 'failedSince', state[2])
  return { 'disable', state[2], redis.call('HGET', KEYS[1], 'generation') }
end
if now - since < tonumber(ARGV[3]) then return { 'wait', tostring(since + tonumber(ARGV[3])) } end
if state[3] and state[3] ~= by then return { 'wait', tostring(since + tonumber(ARGV[4])) } end
redis.call('HSET', KEYS[1], 'warnedBy', by)
return { 'warn', state[2], state[5] }`;
