-- Groups of words: the words of a block that begin with the same characters, each with its notes; or the words of a
-- directory, each with its blocks. README.md describes their format. The patterns rely on it: bytes of words are above
-- those of marks and notes.
local byte, lshift, bor = string.byte, bit.lshift, bit.bor
local OWN_LIST, OWN_GROUP = byte('!'), byte('/')

local groups = { OWN_LIST = OWN_LIST, OWN_GROUP = OWN_GROUP }

function groups.field(beginning, suffix) return '=' .. beginning .. suffix end
function groups.list_field(word, suffix) return '!' .. word .. suffix end
-- The suffix of the groups that name the blocks of words, for 1,024 blocks each.
function groups.directory(block) return ':~' .. math.floor(block / BLOCK_NOTES) end
function groups.pair(offset) return string.char(math.floor(offset / 32), offset % 32) end

-- The longest beginning of a word that has a group, and the group. `get` reads a field, '' if it is missing. A part of
-- the word after the beginning of its group is what the group's entries begin with.
function groups.descend(word, stem, suffix, get)
  local group = get(groups.field(stem, suffix))
  while #stem < #word and group:find('/', 1, true) do
    local first = word:sub(#stem + 1, words.last_byte(word, #stem + 1))
    if not group:find(' ' .. first .. '/', 1, true) then break end
    stem = stem .. first
    group = get(groups.field(stem, suffix))
  end
  return stem, group
end

local function add_pairs(bits, pairs_of_bytes)
  for at = 1, #pairs_of_bytes, 2 do
    local word, offset = byte(pairs_of_bytes, at, at + 1)
    bits[word + 1] = bor(bits[word + 1], lshift(1, offset))
  end
end

-- Collects the notes of all words of a group that continue with `rest`. Returns the number of entries that it read.
local function collect(found, stem, group, rest, suffix, get)
  local from, count = group:find(' ' .. rest, 1, true), 1
  if not from then return count end
  -- Every entry of the group, and each with its notes: without the words, the notes are left.
  if rest == '' and not group:find('[!/]') then
    local notes, entries = group:gsub('[ 0-\255]+', '')
    found.pairs[#found.pairs + 1] = notes
    return entries
  end
  for more, notes in group:sub(from):gmatch(' ' .. rest .. '([0-\255]*)([^ 0-\255]+)') do
    count = count + 1
    local kind = byte(notes)
    if kind == OWN_GROUP then
      local child = stem .. rest .. more
      count = count + collect(found, child, get(groups.field(child, suffix)), '', suffix, get)
    elseif kind == OWN_LIST then
      found.lists[#found.lists + 1] = get(groups.list_field(stem .. rest .. more, suffix))
    else
      found.pairs[#found.pairs + 1] = notes
    end
  end
  return count
end

-- The posting list of all words of a block with this beginning; nil when there is none. Also returns how many entries
-- were read.
function groups.find(beginning, suffix, get)
  local stem, group = groups.descend(beginning, words.stem(beginning), suffix, get)
  local found = { lists = {}, pairs = {} }
  local count = collect(found, stem, group, beginning:sub(#stem + 1), suffix, get)
  if #found.pairs == 0 then return #found.lists > 0 and postings.union(found.lists) or nil, count end
  local bits = postings.bits_with(found.lists)
  for _, notes in ipairs(found.pairs) do add_pairs(bits, notes) end
  return postings.to_bitmap(bits), count
end

return groups
