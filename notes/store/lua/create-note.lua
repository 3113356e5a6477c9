-- Creates a note and its index entries. Returns when it was created; a repeated call returns the first time.
-- The times of a user's notes always increase, whatever the clocks of several processes say, so that the order of
-- numbers is the order of times.
-- `lists` holds two counted lists: fields of the note, and terms.
-- KEYS: note items postings words records updates latest
-- ARGV: id now item channel event ...lists
-- include: postings words index
local known = redis.call('HGET', KEY.note, 'createdAt')
if known then return known end
local bytes = redis.call('STRLEN', KEY.records)
local note, now = bytes / RECORD_BYTES, tonumber(ARG.now)
if note > 0 then
  local last = struct.unpack('>d', redis.call('GETRANGE', KEY.records, bytes - 8, bytes - 1))
  now = math.max(now, last + 1)
end
local time = string.format('%.0f', now)
local fields, at = index.counted(ARG.lists, 1)
local terms = index.counted(ARG.lists, at)
redis.call('HSET', KEY.note, 'number', note, 'version', 1, 'createdAt', time, 'updatedAt', time, unpack(fields))
index.set_item(note, time, time, ARG.item)
redis.call('APPEND', KEY.records, ARG.id .. struct.pack('>d', now))
index.set_updated(note, now)
terms[#terms + 1] = ALL_NOTES
index.add(terms, note)
index.publish()
return time
