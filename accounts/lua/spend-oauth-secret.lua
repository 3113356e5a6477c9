-- Uses up the secret of a grant in `field`. Returns 1 when it was the current one. The last refresh token is accepted
-- again until `again`, because its response may have been lost. Any other one that was used before ends the grant with
-- all its tokens: two parties hold it. The beginnings of the hashes of at most `max` used ones are kept.
-- KEYS: grant grants
-- ARGV: id field hash characters max now again salt
local characters, max = tonumber(ARG.characters), tonumber(ARG.max)
local mark = ' ' .. ARG.hash:sub(1, characters)
local spent = redis.call('HGET', KEY.grant, 'spent') or ''
if redis.call('HGET', KEY.grant, ARG.field) == ARG.hash then
  redis.call('HDEL', KEY.grant, ARG.field)
  redis.call('HSET', KEY.grant, 'spent', (spent .. mark):sub(-max * (characters + 1)))
  if ARG.field == 'refresh' then
    redis.call('HSET', KEY.grant, 'previous', ARG.hash, 'previousUntil', ARG.again, 'salt', ARG.salt)
  end
  return 1
end
local last = redis.call('HMGET', KEY.grant, 'previous', 'previousUntil')
if last[1] == ARG.hash and tonumber(ARG.now) < tonumber(last[2]) then return 1 end
if spent:find(mark, 1, true) then
  redis.call('UNLINK', KEY.grant)
  redis.call('ZREM', KEY.grants, ARG.id)
end
return 0
