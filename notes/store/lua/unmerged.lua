-- The words and tags of one note that are not merged.
return {
  has = function(note) return redis.call('HEXISTS', KEY.unmerged, note) == 1 end,

  -- Sets them; tags that were deleted meanwhile are left out. Returns the bytes of all entries.
  set = function(note, tag_terms, note_words, tag_keys)
    local parts = {}
    for _, term in ipairs(split(tag_terms)) do
      if redis.call('EXISTS', tag_keys .. term:sub(2)) == 1 then parts[#parts + 1] = ' ' .. term end
    end
    if note_words ~= '' then parts[#parts + 1] = ' ' .. note_words end
    return unmerged_entries.set(note, table.concat(parts))
  end,

  remove = function(note) unmerged_entries.set(note, '') end,
}
