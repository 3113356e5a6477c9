-- Changes a user's index: posting lists, words, items and times. README.md describes their formats.
local char, floor = string.char, math.floor

-- Calls a command with a list of any length, a thousand arguments at a time.
local function call_with(list, ...)
  for first = 1, #list, 1000 do
    local given = { ... }
    for at = first, math.min(first + 999, #list) do given[#given + 1] = list[at] end
    redis.call(unpack(given))
  end
end

local function count_blocks() return math.ceil(redis.call('STRLEN', KEY.records) / RECORD_BYTES / BLOCK_NOTES) end

local function pack_block(block) return char(floor(block / 256), block % 256) end

local function without_block(blocks, block)
  for at = 1, #blocks, 2 do
    if blocks:sub(at, at + 1) == pack_block(block) then return blocks:sub(1, at - 1) .. blocks:sub(at + 2) end
  end
  return blocks
end

local function find_blocks(word)
  local blocks = {}
  for block = 0, count_blocks() - 1 do
    if redis.call('HEXISTS', KEY.postings, word .. ':' .. block) == 1 then blocks[#blocks + 1] = pack_block(block) end
  end
  return table.concat(blocks)
end

-- Sets the blocks of each word to what `decide` returns for its current ones; nil leaves the word unchanged.
local function change_words(changed, decide)
  local gone, added = {}, {}
  for _, word in ipairs(changed) do
    local member = redis.call('ZRANGEBYLEX', KEY.words, '[' .. word, '(' .. word .. '\1', 'LIMIT', 0, 1)[1]
    local _, named = words.parse(member or word .. '\0')
    local blocks = decide(named, word)
    if blocks then
      gone[#gone + 1] = member
      if blocks ~= '' then
        added[#added + 1] = 0
        added[#added + 1] = #blocks > 2 * MAX_NAMED_BLOCKS and word or word .. '\0' .. blocks
      end
    end
  end
  call_with(gone, 'ZREM', KEY.words)
  call_with(added, 'ZADD', KEY.words)
end

-- Applies `change` to the note's offset in the lists of these terms. Returns the words whose list was created or
-- deleted.
local function change_lists(change, terms, note)
  local offset, suffix, turned = note % BLOCK_NOTES, ':' .. floor(note / BLOCK_NOTES), {}
  for first = 1, #terms, 1000 do
    local fields, kept, emptied = {}, {}, {}
    for at = first, math.min(first + 999, #terms) do fields[#fields + 1] = terms[at] .. suffix end
    local lists = redis.call('HMGET', KEY.postings, unpack(fields))
    for at, field in ipairs(fields) do
      local before, term = lists[at] or '', terms[first + at - 1]
      local after = change(before, offset)
      if after == '' then
        emptied[#emptied + 1] = field
      else
        kept[#kept + 1] = field
        kept[#kept + 1] = after
      end
      if words.is_word(term) and (before == '') ~= (after == '') then turned[#turned + 1] = term end
    end
    call_with(kept, 'HSET', KEY.postings)
    call_with(emptied, 'HDEL', KEY.postings)
  end
  return turned
end

local function number_in(key, index)
  local bytes = redis.call('GETRANGE', key, index * 8, index * 8 + 7)
  return #bytes == 8 and struct.unpack('>d', bytes) or 0
end

local function set_number(key, index, value)
  redis.call('SETRANGE', key, index * 8, struct.pack('>d', value))
end

return {
  add = function(terms, note)
    local block = floor(note / BLOCK_NOTES)
    change_words(change_lists(postings.with, terms, note), function(named)
      return named and named .. pack_block(block)
    end)
  end,

  remove = function(terms, note)
    local block = floor(note / BLOCK_NOTES)
    change_words(change_lists(postings.without, terms, note), function(named, word)
      return named and without_block(named, block) or find_blocks(word)
    end)
  end,

  -- Stores what a list shows of a note, as JSON. Only Redis knows its number and times.
  set_item = function(note, created, updated, item)
    local known = string.format('{"number":%d,"createdAt":%s,"updatedAt":%s,', note, created, updated)
    redis.call('HSET', KEY.items, note, known .. item:sub(2))
  end,

  set_updated = function(note, time)
    set_number(KEY.updates, note, time)
    local group = floor(note / 64)
    if time > number_in(KEY.latest, group) then set_number(KEY.latest, group, time) end
  end,

  clear_updated = function(note)
    set_number(KEY.updates, note, 0)
    local latest, group = 0, floor(note / 64)
    for other = group * 64, group * 64 + 63 do latest = math.max(latest, number_in(KEY.updates, other)) end
    set_number(KEY.latest, group, latest)
  end,

  -- Reads a count and that many values after it from a list. Returns them and the position of the next count.
  counted = function(list, at)
    local values, count = {}, tonumber(list[at])
    for index = 1, count do values[index] = list[at + index] end
    return values, at + count + 1
  end,

  publish = function() redis.pcall('PUBLISH', ARG.channel, ARG.event) end,
}
