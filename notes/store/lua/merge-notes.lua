-- Replaces the entries of these notes by fields of the postings, and adds words. Returns 0 when the entries or the
-- postings were changed since the caller read them.
-- `values` holds two counted lists and a rest: numbers of notes; new words; and names of fields with their values.
-- KEYS: postings words unmerged
-- ARGV: changes ...values
-- include: counted unmerged-entries postings-fields
if unmerged_entries.changes() ~= tonumber(ARG.changes) then return 0 end
local notes, new_words, at
notes, at = counted(ARG.values, 1)
new_words, at = counted(ARG.values, at)
for _, note in ipairs(notes) do unmerged_entries.set(note, '') end
local scored = {}
for _, word in ipairs(new_words) do
  scored[#scored + 1] = 0
  scored[#scored + 1] = word
end
postings_fields.call_with('ZADD', KEY.words, scored)
postings_fields.call_with('HSET', KEY.postings, rest(ARG.values, at))
return 1
