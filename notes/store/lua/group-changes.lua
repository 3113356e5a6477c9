-- Changes groups of words. `fields` is read and written through `postings-fields`.
local byte = string.byte
local groups, fields = word_groups, postings_fields

-- Finds the entry of exactly this rest of a word: its position, and the first and last byte of its notes.
local function find_entry(group, rest)
  local from = 1
  while true do
    local at = group:find(' ' .. rest, from, true)
    if not at then return nil end
    local first = at + 1 + #rest
    if (byte(group, first) or 0) < 48 then return at, first, (group:find(' ', first, true) or #group + 1) - 1 end
    from = first
  end
end

-- Moves the entries of a long group into groups of one more character. An entry without a rest stays.
local function divide(stem, group, suffix)
  local kept, children, order = {}, {}, {}
  for rest, notes in group:gmatch(' ([0-\255]*)([^ 0-\255]+)') do
    if rest == '' or byte(notes) == groups.OWN_GROUP then
      kept[#kept + 1] = ' ' .. rest .. notes
    else
      local to = words.last_byte(rest, 1)
      local first = rest:sub(1, to)
      if not children[first] then
        children[first] = {}
        order[#order + 1] = first
      end
      table.insert(children[first], ' ' .. rest:sub(to + 1) .. notes)
    end
  end
  for _, first in ipairs(order) do
    kept[#kept + 1] = ' ' .. first .. '/'
    local child = table.concat(children[first])
    fields.set(groups.field(stem .. first, suffix), child)
    if #child > MAX_GROUP_BYTES then divide(stem .. first, child, suffix) end
  end
  fields.set(groups.field(stem, suffix), table.concat(kept))
end

local function own_list(pairs_of_bytes, offset)
  local list = postings.with('', offset)
  for at = 1, #pairs_of_bytes, 2 do
    local high, low = byte(pairs_of_bytes, at, at + 1)
    list = postings.with(list, high * 32 + low)
  end
  return list
end

local function position_of(group, first, last, pair)
  local at = group:find(pair, first, true)
  while at and at < last do
    if (at - first) % 2 == 0 then return at end
    at = group:find(pair, at + 1, true)
  end
end

-- Removes the mark of an empty group from the group above it, and so on.
local function remove_mark(stem, top, suffix)
  while stem ~= top do
    local last = #stem
    while byte(stem, last) >= 0x80 and byte(stem, last) < 0xC0 do last = last - 1 end
    local first = stem:sub(last)
    stem = stem:sub(1, last - 1)
    local field = groups.field(stem, suffix)
    local group, mark = fields.get(field), ' ' .. first .. '/'
    local at = group:find(mark, 1, true)
    if not at then return end
    group = group:sub(1, at - 1) .. group:sub(at + #mark)
    fields.set(field, group)
    if group ~= '' then return end
  end
end

return {
  -- Adds a note to a word. Returns true when the word is new in the block.
  add = function(word, top, suffix, offset)
    local stem, group = groups.descend(word, top, suffix, fields.get)
    local rest, pair = word:sub(#stem + 1), groups.pair(offset)
    local at, first, last = find_entry(group, rest)
    if at and byte(group, first) == groups.OWN_LIST then
      local field = groups.list_field(word, suffix)
      fields.set(field, postings.with(fields.get(field), offset))
      return false
    end
    if not at then
      group = group .. ' ' .. rest .. pair
    elseif position_of(group, first, last, pair) then
      return false
    elseif last - first + 1 >= LIST_BYTES then
      fields.set(groups.list_field(word, suffix), own_list(group:sub(first, last), offset))
      group = group:sub(1, first - 1) .. '!' .. group:sub(last + 1)
    else
      group = group:sub(1, last) .. pair .. group:sub(last + 1)
    end
    if #group > MAX_GROUP_BYTES then
      divide(stem, group, suffix)
    else
      fields.set(groups.field(stem, suffix), group)
    end
    return not at
  end,

  -- Removes a note from a word. Returns true when the word is no longer in the block.
  remove = function(word, top, suffix, offset)
    local stem, group = groups.descend(word, top, suffix, fields.get)
    local at, first, last = find_entry(group, word:sub(#stem + 1))
    if not at then return false end
    if byte(group, first) == groups.OWN_LIST then
      local field = groups.list_field(word, suffix)
      local list = postings.without(fields.get(field), offset)
      fields.set(field, list)
      if list ~= '' then return false end
    else
      local pair = position_of(group, first, last, groups.pair(offset))
      if not pair then return false end
      if last - first > 1 then
        fields.set(groups.field(stem, suffix), group:sub(1, pair - 1) .. group:sub(pair + 2))
        return false
      end
    end
    group = group:sub(1, at - 1) .. group:sub(last + 1)
    fields.set(groups.field(stem, suffix), group)
    if group == '' then remove_mark(stem, top, suffix) end
    return true
  end,
}
