-- The words and tags of notes that are not in the postings yet, by number. README.md describes their format.
local BYTES, CHANGES = 'bytes', 'changes'

local entries = {}

-- All entries by number, in no order.
function entries.all()
  local fields, found = redis.call('HGETALL', KEY.unmerged), {}
  for at = 1, #fields, 2 do
    local note = tonumber(fields[at])
    if note then found[note] = fields[at + 1] end
  end
  return found
end

-- Whether a word of an entry has this prefix, or a tag of it is this term.
function entries.matches(entry, term) return entry:find(' ' .. term, 1, true) ~= nil end

function entries.changes() return tonumber(redis.call('HGET', KEY.unmerged, CHANGES) or 0) end

-- Makes a merge that has read the entries or postings start again.
function entries.count_change() redis.call('HINCRBY', KEY.unmerged, CHANGES, 1) end

-- Sets the entry of a note; '' removes it. Returns the bytes of all entries.
function entries.set(note, entry)
  local before = redis.call('HSTRLEN', KEY.unmerged, note)
  if entry == '' and before == 0 then return 0 end
  if entry == '' then
    redis.call('HDEL', KEY.unmerged, note)
  else
    redis.call('HSET', KEY.unmerged, note, entry)
  end
  if before > 0 then entries.count_change() end
  return redis.call('HINCRBY', KEY.unmerged, BYTES, #entry - before)
end

return entries
