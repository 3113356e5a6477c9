-- Replaces the entries of these notes by fields of the postings. Returns 0 when the entries or the postings were
-- changed since the caller read them.
-- `notes` are numbers, separated by spaces. `fields` is MessagePack: a list of names and values in turn.
-- KEYS: postings unmerged
-- ARGV: changes notes fields
-- include: split unmerged-entries postings-fields
if unmerged_entries.changes() ~= tonumber(ARG.changes) then return 0 end
local fields = cmsgpack.unpack(ARG.fields)
for _, note in ipairs(split(ARG.notes)) do unmerged_entries.set(note, '') end
postings_fields.call_with('HSET', KEY.postings, fields)
return 1
