-- Puts a new signing secret first. The previous one stays active until `overlapEndsAt`.
-- KEYS: endpoint
-- ARGV: secret now overlapEndsAt maxSecrets
local stored = redis.call('HGET', KEY.endpoint, 'secrets')
if not stored then return 'not_found' end
local now = tonumber(ARG.now)
local secrets = { { secret = ARG.secret } }
for _, old in ipairs(cjson.decode(stored)) do
  if not old.expiresAt then old.expiresAt = tonumber(ARG.overlapEndsAt) end
  if old.expiresAt > now then secrets[#secrets + 1] = old end
end
if #secrets > tonumber(ARG.maxSecrets) then return 'too_many' end
redis.call('HSET', KEY.endpoint, 'secrets', cjson.encode(secrets), 'updatedAt', ARG.now)
return 'rotated'
