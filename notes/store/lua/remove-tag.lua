-- Removes a tag. Notes contain its id until their next change, and readers ignore it. Rewriting very many notes at once
-- would block Redis.
-- KEYS: tag names postings records unmerged
-- ARGV: id name term
-- include: unmerged-entries
if redis.call('HGET', KEY.names, ARG.name) ~= ARG.id then return 0 end
redis.call('UNLINK', KEY.tag)
redis.call('HDEL', KEY.names, ARG.name)
local blocks = math.ceil(redis.call('STRLEN', KEY.records) / RECORD_BYTES / BLOCK_NOTES)
for block = 0, blocks - 1 do redis.call('HDEL', KEY.postings, ARG.term .. ':' .. block) end
unmerged_entries.count_change()
for note, entry in pairs(unmerged_entries.all()) do
  local from, to = entry:find(' ' .. ARG.term, 1, true)
  if from then unmerged_entries.set(note, entry:sub(1, from - 1) .. entry:sub(to + 1)) end
end
return 1
