-- Returns a note: version, number, times and text, then its item, the tags that the item names as JSON, and '1' when
-- its words and tags are not merged; an empty list when there is no such note. The tags' keys are in the note's slot.
-- KEYS: note items unmerged
-- ARGV: tagKeys
-- include: tags
local known = redis.call('HMGET', KEY.note, 'version', 'number', 'createdAt', 'updatedAt', 'text')
if not known[2] then return {} end
local item = redis.call('HGET', KEY.items, known[2]) or ''
local apart = tostring(redis.call('HEXISTS', KEY.unmerged, known[2]))
return { known[1], known[2], known[3], known[4], known[5] or '', item, tags({ item }, ARG.tagKeys), apart }
