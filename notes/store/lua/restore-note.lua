-- Puts a note that was removed, and its index entries, back in its place. Returns the bytes of all entries that are not
-- merged; -1 when the place is taken.
-- `terms` and `words` are separated by spaces. A tag that was deleted meanwhile gets no list again.
-- KEYS: note items postings records updates latest unmerged bytes
-- ARGV: id number created version now ahead item text channel event size tagKeys terms words
-- include: clock split postings words word-groups postings-fields group-changes index unmerged-entries unmerged
local note = tonumber(ARG.number)
local place = note * RECORD_BYTES
local free = redis.call('GETRANGE', KEY.records, place, place + ID_BYTES - 1) == string.rep('\0', ID_BYTES)
if not free or redis.call('EXISTS', KEY.note) == 1 then return -1 end
local now = clock.bounded(ARG.now, ARG.ahead)
local time = string.format('%.0f', now)
redis.call('HSET', KEY.note, 'number', note, 'version', ARG.version)
redis.call('HSET', KEY.note, 'createdAt', ARG.created, 'updatedAt', time, 'text', ARG.text)
index.set_item(note, ARG.created, time, ARG.item)
redis.call('SETRANGE', KEY.records, place, ARG.id)
index.set_updated(note, now)
index.add({ ALL_NOTES }, {}, note)
local bytes = unmerged.set(note, ARG.terms, ARG.words, ARG.tagKeys)
redis.call('INCRBY', KEY.bytes, ARG.size)
index.publish()
return bytes
