-- Creates a note and its index entries. Returns the outcome, the note's time, and the bytes of all entries that are not
-- merged. The outcome is 'created', 'clock_ahead' when the
-- caller's clock was too far ahead and not heeded, 'known' for a repeated call, or 'too_many_notes' or 'too_many_bytes'
-- when it would exceed the quota.
-- The times of a user's notes always increase, whatever the clocks of several processes say, so that the order of
-- numbers is the order of times.
-- `words` are separated by spaces.
-- KEYS: note items postings records updates latest unmerged bytes
-- ARGV: id now ahead item text channel event size maxNotes maxBytes words
-- include: clock split postings words word-groups postings-fields group-changes index unmerged-entries unmerged
if redis.call('EXISTS', KEY.note) == 1 then return { 'known' } end
if redis.call('HLEN', KEY.items) >= tonumber(ARG.maxNotes) then return { 'too_many_notes' } end
if tonumber(redis.call('GET', KEY.bytes) or 0) + ARG.size > tonumber(ARG.maxBytes) then return { 'too_many_bytes' } end
local bytes = redis.call('STRLEN', KEY.records)
local note, now = bytes / RECORD_BYTES, clock.bounded(ARG.now, ARG.ahead)
local outcome = now < tonumber(ARG.now) and 'clock_ahead' or 'created'
if note > 0 then
  local last = struct.unpack('>d', redis.call('GETRANGE', KEY.records, bytes - 8, bytes - 1))
  now = math.max(now, last + 1)
end
local time = string.format('%.0f', now)
redis.call('HSET', KEY.note, 'number', note, 'version', 1, 'createdAt', time, 'updatedAt', time, 'text', ARG.text)
index.set_item(note, time, time, ARG.item)
redis.call('APPEND', KEY.records, ARG.id .. struct.pack('>d', now))
index.set_updated(note, now)
index.add({ ALL_NOTES }, {}, note)
local unmerged_bytes = unmerged.set(note, '', ARG.words, '')
redis.call('INCRBY', KEY.bytes, ARG.size)
index.publish()
return { outcome, time, unmerged_bytes }
