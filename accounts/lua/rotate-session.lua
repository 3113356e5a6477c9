-- Adds a new secret to a session. Returns 0 when the session has ended, or got a successor after `rotatedBefore`.
-- Secrets that ended, and unused ones created before `unusedSince`, are dropped; at most `maxUnused` unused ones stay.
-- KEYS: session sessions
-- ARGV: secret successor now rotatedBefore id expiresAt lifetimeMs unusedSince maxUnused
if redis.call('HEXISTS', KEY.session, 'at:' .. ARG.secret) == 0 then return 0 end
if tonumber(redis.call('HGET', KEY.session, 'rotatedAt') or 0) > tonumber(ARG.rotatedBefore) then return 0 end

local function drop(hash)
  redis.call('HDEL', KEY.session, 'at:' .. hash, 'used:' .. hash, 'until:' .. hash)
end

local fields, unused = redis.call('HGETALL', KEY.session), {}
for at = 1, #fields, 2 do
  local hash = fields[at]:match('^at:(.*)$')
  if hash and hash ~= ARG.secret then
    local made, ends = tonumber(fields[at + 1]), redis.call('HGET', KEY.session, 'until:' .. hash)
    local used = redis.call('HEXISTS', KEY.session, 'used:' .. hash) == 1
    if ends and tonumber(ends) <= tonumber(ARG.now) or not used and made < tonumber(ARG.unusedSince) then
      drop(hash)
    elseif not used then
      unused[#unused + 1] = { made, hash }
    end
  end
end
table.sort(unused, function(left, right) return left[1] < right[1] end)
for at = 1, #unused - tonumber(ARG.maxUnused) + 1 do drop(unused[at][2]) end

redis.call('HSET', KEY.session, 'rotatedAt', ARG.now, 'at:' .. ARG.successor, ARG.now)
redis.call('PEXPIRE', KEY.session, ARG.lifetimeMs)
redis.call('ZADD', KEY.sessions, ARG.expiresAt, ARG.id)
redis.call('PEXPIRE', KEY.sessions, ARG.lifetimeMs)
return 1
