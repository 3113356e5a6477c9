-- Records that a secret of a session was used. The first use of a secret ends the secrets that were used before it; an
-- unused secret may still be on its way to the browser.
--
-- A session's hash holds three fields for each of its secrets, by the secret's SHA-256: `at:` when it was made,
-- `used:` once it was presented, and `until:` when a successor ended it.
-- KEYS: session
-- ARGV: secret now olderEndAt
local made = redis.call('HGET', KEY.session, 'at:' .. ARG.secret)
if not made then return 0 end
redis.call('HSET', KEY.session, 'lastUsedAt', ARG.now)
if redis.call('HSETNX', KEY.session, 'used:' .. ARG.secret, 1) == 0 then return 1 end
local fields = redis.call('HGETALL', KEY.session)
for at = 1, #fields, 2 do
  local other = fields[at]:match('^at:(.*)$')
  local before = other and other ~= ARG.secret and tonumber(fields[at + 1]) <= tonumber(made)
  if before and redis.call('HEXISTS', KEY.session, 'used:' .. other) == 1 then
    redis.call('HSETNX', KEY.session, 'until:' .. other, ARG.olderEndAt)
  end
end
return 1
