-- Takes mails that are due. They become due again at `dueAgainAt` unless they are settled earlier.
-- KEYS: mails
-- ARGV: now dueAgainAt count
local due = redis.call('ZRANGEBYSCORE', KEY.mails, '-inf', ARG.now, 'LIMIT', 0, ARG.count)
for _, mail in ipairs(due) do redis.call('ZADD', KEY.mails, ARG.dueAgainAt, mail) end
return due
