-- Returns the count of changes, then numbers and entries of the notes that are not merged.
-- KEYS: unmerged
-- include: unmerged-entries
local found = { tostring(unmerged_entries.changes()) }
for note, entry in pairs(unmerged_entries.all()) do
  found[#found + 1] = tostring(note)
  found[#found + 1] = entry
end
return found
