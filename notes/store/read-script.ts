/** A Lua function that reads the tags of notes. */
export const TAGS_LUA = `
-- Gives the tags that items of notes name, each once, as JSON: [[id, name, position, createdAt, updatedAt], …]. One
-- text, as a client takes longer to read many short replies than this to be written.
local function read_tags(items, tag_keys)
  local tags, seen = {}, {}
  for at = 1, #items do
    local item = items[at]
    -- A quote inside a JSON text is escaped, so this is found in no title. A plain search, as patterns are slow.
    local _, to = item:find('"tagId":"', 1, true)
    while to do
      local tag = item:sub(to + 1, to + 36)
      if not seen[tag] then
        seen[tag] = true
        local known = redis.call('HMGET', tag_keys .. tag, 'name', 'position', 'createdAt', 'updatedAt')
        if known[1] then tags[#tags + 1] = { tag, unpack(known) } end
      end
      _, to = item:find('"tagId":"', to, true)
    end
  end
  return #tags > 0 and cjson.encode(tags) or '[]'
end
`;

/**
 * KEYS: note, items. ARGV: prefix of tag keys, whose slot is the note's. Gives the note's fields [name, value, …], with
 * its item, and the tags that it names, as the list of notes does; nothing when there is no such note.
 */
export const READ_NOTE = `${TAGS_LUA}
local number, meta = unpack(redis.call('HMGET', KEYS[1], 'number', 'meta'))
if not number then return { {}, '[]' } end
local fields, item = redis.call('HGETALL', KEYS[1]), redis.call('HGET', KEYS[2], number)
if item then
  fields[#fields + 1] = 'item'
  fields[#fields + 1] = item
end
return { fields, read_tags({ item or meta }, ARGV[1]) }`;
