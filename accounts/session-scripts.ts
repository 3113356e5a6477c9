/*
 * A session's hash holds, for each of its secrets, by the secret's SHA-256: `at:` when it was made, `used:` once it
 * was presented, and `until:` when a successor ended it.
 * KEYS of every script: the session, the user's sessions by when they expire.
 */

/** ARGV: session id, when it expires, lifetime, fields. */
export const BEGIN_SESSION = `
redis.call('HSET', KEYS[1], unpack(ARGV, 4))
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[3])`;

/**
 * ARGV: the secret presented, now, when the secrets before it end.
 * The first use of a secret ends those that were used before it. One that was not used may still be on its way.
 */
export const USE_SESSION = `
local made = redis.call('HGET', KEYS[1], 'at:' .. ARGV[1])
if not made then return 0 end
redis.call('HSET', KEYS[1], 'lastUsedAt', ARGV[2])
if redis.call('HSETNX', KEYS[1], 'used:' .. ARGV[1], 1) == 0 then return 1 end
local fields = redis.call('HGETALL', KEYS[1])
for at = 1, #fields, 2 do
  local other = fields[at]:match('^at:(.*)$')
  local before = other and other ~= ARGV[1] and tonumber(fields[at + 1]) <= tonumber(made)
  if before and redis.call('HEXISTS', KEYS[1], 'used:' .. other) == 1 then
    redis.call('HSETNX', KEYS[1], 'until:' .. other, ARGV[3])
  end
end
return 1`;

/**
 * ARGV: the secret presented, its successor, now, the latest time of an earlier rotation, session id, when it expires,
 * lifetime, the time before which unused secrets were made that are dropped, how many unused ones may be kept.
 * Gives 0 when the session has ended, or when a successor was made a moment ago.
 */
export const ROTATE_SESSION = `
if redis.call('HEXISTS', KEYS[1], 'at:' .. ARGV[1]) == 0 then return 0 end
if tonumber(redis.call('HGET', KEYS[1], 'rotatedAt') or 0) > tonumber(ARGV[4]) then return 0 end

local function drop(hash) redis.call('HDEL', KEYS[1], 'at:' .. hash, 'used:' .. hash, 'until:' .. hash) end

local fields, unused = redis.call('HGETALL', KEYS[1]), {}
for at = 1, #fields, 2 do
  local hash = fields[at]:match('^at:(.*)$')
  if hash and hash ~= ARGV[1] then
    local made, ends = tonumber(fields[at + 1]), redis.call('HGET', KEYS[1], 'until:' .. hash)
    local used = redis.call('HEXISTS', KEYS[1], 'used:' .. hash) == 1
    if ends and tonumber(ends) <= tonumber(ARGV[3]) or not used and made < tonumber(ARGV[8]) then
      drop(hash)
    elseif not used then
      unused[#unused + 1] = { made, hash }
    end
  end
end
table.sort(unused, function(left, right) return left[1] < right[1] end)
for at = 1, #unused - tonumber(ARGV[9]) + 1 do drop(unused[at][2]) end

redis.call('HSET', KEYS[1], 'rotatedAt', ARGV[3], 'at:' .. ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[7])
redis.call('ZADD', KEYS[2], ARGV[6], ARGV[5])
redis.call('PEXPIRE', KEYS[2], ARGV[7])
return 1`;
