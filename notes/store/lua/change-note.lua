-- Changes a note and its index entries. Returns its update time, the tags that its item names, as JSON, and the bytes
-- of all entries that are not merged; 0 when it does not exist in this version or its words are not in this place, -1
-- when one of the tags does not exist.
--
-- `place` tells where the caller read that the note's words and tags are, and what the caller gives: 'same' when they
-- do not change; 'postings' with what is added to and removed from them; 'unmerged' or 'nowhere' with all of them as
-- added ones. Terms and words are separated by spaces.
-- KEYS: note items postings updates latest unmerged ...tags
-- ARGV: version now ahead item text channel event tagKeys place addedTerms removedTerms addedWords removedWords
-- include: clock split postings words word-groups postings-fields group-changes index unmerged-entries unmerged tags
local known = redis.call('HMGET', KEY.note, 'version', 'number', 'createdAt', 'updatedAt')
if known[1] ~= ARG.version then return 0 end
local note = tonumber(known[2])
if ARG.place ~= 'same' and unmerged.has(note) ~= (ARG.place == 'unmerged') then return 0 end
for _, tag in ipairs(KEY.tags) do
  if redis.call('EXISTS', tag) == 0 then return -1 end
end
local now = math.max(clock.bounded(ARG.now, ARG.ahead), tonumber(known[4]))
local time = string.format('%.0f', now)
redis.call('HSET', KEY.note, 'version', ARG.version + 1, 'updatedAt', time, 'text', ARG.text)
index.set_item(note, known[3], time, ARG.item)
index.set_updated(note, now)
local bytes = 0
if ARG.place == 'postings' then
  index.add(split(ARG.addedTerms), split(ARG.addedWords), note)
  index.remove(split(ARG.removedTerms), split(ARG.removedWords), note)
  unmerged_entries.count_change()
elseif ARG.place ~= 'same' then
  bytes = unmerged.set(note, ARG.addedTerms, ARG.addedWords, ARG.tagKeys)
end
index.publish()
return { time, tags({ ARG.item }, ARG.tagKeys), bytes }
