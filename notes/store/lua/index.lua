-- Changes a user's index: posting lists, words, items and times. README.md describes their formats.
local char, floor = string.char, math.floor
local fields, EVERY_BLOCK = postings_fields, word_groups.EVERY_BLOCK

local function count_blocks() return math.ceil(redis.call('STRLEN', KEY.records) / RECORD_BYTES / BLOCK_NOTES) end

local function pack_block(block) return char(floor(block / 256), block % 256) end

local function without_block(blocks, block)
  for at = 1, #blocks, 2 do
    if blocks:sub(at, at + 1) == pack_block(block) then return blocks:sub(1, at - 1) .. blocks:sub(at + 2) end
  end
  return blocks
end

local function has_word(word, block)
  local stem, group = word_groups.descend(word, words.stem(word), ':' .. block, fields.get)
  return group:find(' ' .. word:sub(#stem + 1) .. '[^ 0-\255]') ~= nil
end

-- The blocks of a word, or too many of them to be named. Reads no more blocks than it takes to know that.
local function find_blocks(word)
  local blocks = {}
  for block = 0, count_blocks() - 1 do
    if has_word(word, block) then blocks[#blocks + 1] = pack_block(block) end
    if #blocks > MAX_NAMED_BLOCKS then break end
  end
  return table.concat(blocks)
end

-- Sets the blocks of each word to what `decide` returns for its current ones. A word in too many blocks has '*'.
local function change_blocks(changed, decide)
  local new, gone, names = {}, {}, {}
  for at, word in ipairs(changed) do names[at] = word_groups.blocks_field(word) end
  fields.load(names)
  for at, word in ipairs(changed) do
    local before = fields.get(names[at])
    local blocks = decide(before, word)
    if #blocks > 2 * MAX_NAMED_BLOCKS then blocks = EVERY_BLOCK end
    fields.set(names[at], blocks)
    if before == '' then
      new[#new + 1] = 0
      new[#new + 1] = word
    elseif blocks == '' then
      gone[#gone + 1] = word
    end
  end
  fields.call_with('ZADD', KEY.words, new)
  fields.call_with('ZREM', KEY.words, gone)
end

-- Applies `change_list` to the lists of these terms, and `change_group` to the groups of these words. Returns the words
-- that appeared in the block or disappeared from it. The caller saves the fields.
local function change_block(terms, note_words, note, change_list, change_group)
  local suffix, offset = ':' .. floor(note / BLOCK_NOTES), note % BLOCK_NOTES
  local stems, read, seen = {}, {}, {}
  for at, term in ipairs(terms) do read[at] = term .. suffix end
  for at, word in ipairs(note_words) do
    local stem = words.stem(word)
    stems[at] = stem
    if not seen[stem] then read[#read + 1] = word_groups.field(stem, suffix) end
    seen[stem] = true
  end
  fields.load(read)
  for at = 1, #terms do fields.set(read[at], change_list(fields.get(read[at]), offset)) end
  local turned = {}
  for at, word in ipairs(note_words) do
    if change_group(word, stems[at], suffix, offset) then turned[#turned + 1] = word end
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
  -- Adds a note to the lists of terms and words.
  add = function(terms, note_words, note)
    local block = floor(note / BLOCK_NOTES)
    local turned = change_block(terms, note_words, note, postings.with, group_changes.add)
    change_blocks(turned, function(blocks) return blocks == EVERY_BLOCK and blocks or blocks .. pack_block(block) end)
    fields.save()
  end,

  -- Removes a note from the lists of terms and words.
  remove = function(terms, note_words, note)
    local block = floor(note / BLOCK_NOTES)
    local turned = change_block(terms, note_words, note, postings.without, group_changes.remove)
    change_blocks(turned, function(blocks, word)
      return blocks == EVERY_BLOCK and find_blocks(word) or without_block(blocks, block)
    end)
    fields.save()
  end,

  -- Stores what a list shows of a note, as JSON: its number and times, which only Redis knows, then `item`.
  set_item = function(note, created, updated, item)
    redis.call('HSET', KEY.items, note, string.format('[%d,%s,%s,', note, created, updated) .. item)
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

  publish = function() redis.pcall('PUBLISH', ARG.channel, ARG.event) end,
}
