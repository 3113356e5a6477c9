-- Changes a note and its index entries. Returns its update time; 0 when it does not exist in this version, -1 when one
-- of the tags does not exist. `lists` contains three counted lists: changed fields of the note, added terms, and
-- removed terms.
-- KEYS: note items postings words records updates latest ...tags
-- ARGV: version now ahead item channel event ...lists
-- include: clock postings words index
local known = redis.call('HMGET', KEY.note, 'version', 'number', 'createdAt', 'updatedAt')
if known[1] ~= ARG.version then return 0 end
for _, tag in ipairs(KEY.tags) do
  if redis.call('EXISTS', tag) == 0 then return -1 end
end
local note = tonumber(known[2])
local now = math.max(clock.bounded(ARG.now, ARG.ahead), tonumber(known[4]))
local time = string.format('%.0f', now)
local fields, at = index.counted(ARG.lists, 1)
local added, removed
added, at = index.counted(ARG.lists, at)
removed = index.counted(ARG.lists, at)
redis.call('HSET', KEY.note, 'version', ARG.version + 1, 'updatedAt', time, unpack(fields))
index.set_item(note, known[3], time, ARG.item)
index.set_updated(note, now)
index.add(added, note)
index.remove(removed, note)
index.publish()
return time
