-- Removes a note and its index entries. Returns 0 when it does not exist in this version, or its words and tags are not
-- in this place. `terms` and `words`, separated by spaces, are what the postings have of it.
-- Of its record only the time stays, because filters by time use binary search over the records.
-- KEYS: note items postings records updates latest unmerged bytes
-- ARGV: version channel event size place terms words
-- include: split postings words word-groups postings-fields group-changes index unmerged-entries unmerged
local known = redis.call('HMGET', KEY.note, 'version', 'number')
if known[1] ~= ARG.version then return 0 end
local note = tonumber(known[2])
if unmerged.has(note) ~= (ARG.place == 'unmerged') then return 0 end
if ARG.place == 'unmerged' then unmerged.remove(note) end
local terms = split(ARG.terms)
terms[#terms + 1] = ALL_NOTES
index.remove(terms, split(ARG.words), note)
if ARG.place == 'postings' then unmerged_entries.count_change() end
redis.call('SETRANGE', KEY.records, note * RECORD_BYTES, string.rep('\0', ID_BYTES))
index.clear_updated(note)
redis.call('HDEL', KEY.items, note)
redis.call('UNLINK', KEY.note)
redis.call('DECRBY', KEY.bytes, ARG.size)
index.publish()
return 1
