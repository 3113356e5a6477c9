-- Moves the words and tags of one note from its entry to the postings. Returns 0 when the entry was changed since the
-- caller read it.
-- `terms` and `words` are those of the entry, separated by spaces.
-- KEYS: items postings updates latest unmerged
-- ARGV: note entry terms words channel event
-- include: split postings words word-groups postings-fields group-changes index unmerged-entries
if redis.call('HGET', KEY.unmerged, ARG.note) ~= ARG.entry then return 0 end
index.add(split(ARG.terms), split(ARG.words), tonumber(ARG.note))
unmerged_entries.set(ARG.note, '')
return 1
