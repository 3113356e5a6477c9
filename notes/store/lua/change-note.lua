-- Changes a note and its index entries. Returns its update time and the tags that its item names, as JSON; 0 when it
-- does not exist in this version, -1 when one of the tags does not exist. Terms and words are separated by spaces.
-- KEYS: note items postings words records updates latest ...tags
-- ARGV: version now ahead item text channel event tagKeys addedTerms removedTerms addedWords removedWords
-- include: clock split postings words word-groups postings-fields group-changes index tags
local known = redis.call('HMGET', KEY.note, 'version', 'number', 'createdAt', 'updatedAt')
if known[1] ~= ARG.version then return 0 end
for _, tag in ipairs(KEY.tags) do
  if redis.call('EXISTS', tag) == 0 then return -1 end
end
local note = tonumber(known[2])
local now = math.max(clock.bounded(ARG.now, ARG.ahead), tonumber(known[4]))
local time = string.format('%.0f', now)
redis.call('HSET', KEY.note, 'version', ARG.version + 1, 'updatedAt', time, 'text', ARG.text)
index.set_item(note, known[3], time, ARG.item)
index.set_updated(note, now)
index.add(split(ARG.addedTerms), split(ARG.addedWords), note)
index.remove(split(ARG.removedTerms), split(ARG.removedWords), note)
index.publish()
return { time, tags({ ARG.item }, ARG.tagKeys) }
