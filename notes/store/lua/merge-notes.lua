-- Replaces the entries of these notes by fields of the postings, and adds words. Returns 0 when the entries or the
-- postings were changed since the caller read them.
-- `values` holds a counted list and a rest: numbers of notes; and names of fields with their values.
-- KEYS: postings unmerged
-- ARGV: changes ...values
-- include: counted unmerged-entries postings-fields
if unmerged_entries.changes() ~= tonumber(ARG.changes) then return 0 end
local notes, at = counted(ARG.values, 1)
for _, note in ipairs(notes) do unmerged_entries.set(note, '') end
postings_fields.call_with('HSET', KEY.postings, rest(ARG.values, at))
return 1
