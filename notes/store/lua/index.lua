-- Changes a user's index: posting lists, groups of words, items and times. README.md describes their formats.
local floor = math.floor
local fields = postings_fields

-- Applies `change` to the list of each term of a block.
local function change_lists(terms, suffix, offset, change)
  local names = {}
  for at, term in ipairs(terms) do names[at] = term .. suffix end
  fields.load(names)
  for _, name in ipairs(names) do fields.set(name, change(fields.get(name), offset)) end
end

-- Applies `change` to the group of each word. Returns the words that appeared in these groups or disappeared from them.
local function change_groups(changed, suffix, offset, change)
  local stems, names, seen = {}, {}, {}
  for at, word in ipairs(changed) do
    local stem = words.stem(word)
    stems[at] = stem
    if not seen[stem] then names[#names + 1] = word_groups.field(stem, suffix) end
    seen[stem] = true
  end
  fields.load(names)
  local turned = {}
  for at, word in ipairs(changed) do
    if change(word, stems[at], suffix, offset) then turned[#turned + 1] = word end
  end
  return turned
end

local function change_block(terms, note_words, note, change_list, change_group)
  local block, offset = floor(note / BLOCK_NOTES), note % BLOCK_NOTES
  local suffix = ':' .. block
  change_lists(terms, suffix, offset, change_list)
  local turned = change_groups(note_words, suffix, offset, change_group)
  if block > 0 then change_groups(turned, word_groups.directory(block), block % BLOCK_NOTES, change_group) end
  fields.save()
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
    change_block(terms, note_words, note, postings.with, group_changes.add)
  end,

  -- Removes a note from the lists of terms and words.
  remove = function(terms, note_words, note)
    change_block(terms, note_words, note, postings.without, group_changes.remove)
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
