-- Reads the tags that items of notes name, each once, as JSON: [[id, name, position, createdAt, updatedAt], …]. The
-- reply is one string, because a client parses many short replies more slowly than Redis builds this string.
return function(items, tag_keys)
  local found, seen = {}, {}
  for at = 1, #items do
    local item = items[at]
    -- A list of tags has a bracket before a quote. So has a title that ends with a bracket, but no tag has what follows
    -- it as its id. The search is plain, because patterns are slow.
    local _, to = item:find('["', 1, true)
    while to do
      local id = item:sub(to + 1, to + 36)
      if not seen[id] then
        seen[id] = true
        local known = redis.call('HMGET', tag_keys .. id, 'name', 'position', 'createdAt', 'updatedAt')
        if known[1] then found[#found + 1] = { id, unpack(known) } end
      end
      _, to = item:find('["', to, true)
    end
  end
  return #found > 0 and cjson.encode(found) or '[]'
end
