/**
 * Lua functions that read what is shown of notes: of each its item, a JSON text, and the tags that it names.
 */
export const ITEM_LUA = `
-- The item of a note; nil when there is no such note. One from before items were kept has its all in its meta.
local function read_item(key, id)
  local item = redis.call('HGET', key, 'item')
  if item then return item end
  local meta, number, made, updated = unpack(redis.call('HMGET', key, 'meta', 'number', 'createdAt', 'updatedAt'))
  if not meta then return nil end
  local known = string.format('{"noteId":"%s","number":%s,"createdAt":%s,"updatedAt":%s,', id, number, made, updated)
  return known .. meta:sub(2)
end

-- Gives the tags that items name, each once, as JSON: [[id, name, position, createdAt, updatedAt], …]. One text, as a
-- client takes longer to read many short replies than this to be written.
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
 * KEYS: note. ARGV: note id, prefix of tag keys, whose slot is the note's. Gives the note's fields [name, value, …] and
 * the tags that it names, as the list of notes does; nothing when there is no such note.
 */
export const READ_NOTE = `${ITEM_LUA}
local item = read_item(KEYS[1], ARGV[1])
if not item then return { {}, '[]' } end
return { redis.call('HGETALL', KEYS[1]), read_tags({ item }, ARGV[2]) }`;
