/** KEYS: endpoint, endpoints. ARGV: most endpoints, id, fields… */
export const CREATE = `
if redis.call('SCARD', KEYS[2]) >= tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 3))
redis.call('SADD', KEYS[2], ARGV[2])
return 1`;

/** KEYS: endpoint. ARGV: fields… */
export const UPDATE = `
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV))
return 1`;

/** KEYS: endpoint, endpoints, what belongs to it… ARGV: id */
export const REMOVE = `
local existed = redis.call('SREM', KEYS[2], ARGV[1])
redis.call('UNLINK', KEYS[1], unpack(KEYS, 3))
return existed`;

/** KEYS: endpoint. ARGV: secret, now, expiry of the one before, most active secrets */
export const ROTATE = `
local stored = redis.call('HGET', KEYS[1], 'secrets')
if not stored then return 'not_found' end
local now = tonumber(ARGV[2])
local secrets = { { secret = ARGV[1] } }
for _, old in ipairs(cjson.decode(stored)) do
  if not old.expiresAt then old.expiresAt = tonumber(ARGV[3]) end
  if old.expiresAt > now then secrets[#secrets + 1] = old end
end
if #secrets > tonumber(ARGV[4]) then return 'too_many' end
redis.call('HSET', KEYS[1], 'secrets', cjson.encode(secrets), 'updatedAt', ARGV[2])
return 'rotated'`;

/** KEYS: endpoint. ARGV: now, the generation that must still stand ('' for any) */
export const ENABLE = `
local state = redis.call('HMGET', KEYS[1], 'status', 'generation')
if state[1] ~= 'disabled' or (ARGV[2] ~= '' and state[2] ~= ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], 'status', 'enabled', 'updatedAt', ARGV[1])
redis.call('HDEL', KEYS[1], 'disabledReason', 'disabledAt', 'disabledBy', 'failedSince')
return 1`;

/**
 * Lua function that disables the endpoint KEYS[1]: whatever was meant for this generation is not sent any more, and
 * the failure streak ends.
 */
export const DISABLE_FUNCTION = `
local function disable(reason, now, by)
  redis.call('HINCRBY', KEYS[1], 'generation', 1)
  redis.call('HSET', KEYS[1], 'status', 'disabled', 'disabledReason', reason, 'disabledAt', now, 'disabledBy', by)
  redis.call('HDEL', KEYS[1], 'failingSince', 'warnedBy', 'watchedBy', 'watchedAt')
end`;

/** KEYS: endpoint. ARGV: now */
export const DISABLE = `${DISABLE_FUNCTION}
if redis.call('HGET', KEYS[1], 'status') ~= 'enabled' then return 0 end
disable('user', ARGV[1], 'user')
redis.call('HSET', KEYS[1], 'updatedAt', ARGV[1])
return 1`;
