-- Finds a page of notes, newest first. Also reads tags and notes, whose keys are in the same slot.
--
-- Returns the number down to which notes were visited (0 when all were), the items that were found as JSON, and the
-- tags that they name as JSON. The script stops after a bounded amount of work, and its caller goes on from there.
--
-- Words and tags of a note are either all unmerged or all in the postings, so each note is found in one of them.
--
-- Blocks are visited from the newest on until the page is full. In each, the shortest list leads and the others are
-- checked, so a block of 1,024 notes costs at most one pass over 128 bytes for each term.
--
-- `below` is the number that all notes must be below, or -1. The bounds of time may be ''. `conditions` holds two
-- counted lists and a rest: terms that must all occur; beginnings that are not terms, the longest first, which a word
-- must each have; and terms of which one must occur.
-- KEYS: items postings words records updates latest unmerged
-- ARGV: limit below createdAfter createdBefore updatedAfter tagKeys ...conditions
-- include: postings posting-walk words word-groups counted unmerged-entries tags
local floor = math.floor
local limit, below = tonumber(ARG.limit), tonumber(ARG.below)
local created_after, created_before = tonumber(ARG.createdAfter), tonumber(ARG.createdBefore)
local updated_after = tonumber(ARG.updatedAfter)

local all, beginnings, either, look_ups = {}, {}, {}, 0
-- By block: how many of the named beginnings may have a word there.
local named, candidates = 0, {}

-- Counts the blocks of the words with this beginning, if these are few and their blocks are known. Returns false when
-- no word has the beginning.
local function name_blocks(beginning)
  local from, to = '[' .. beginning, '[' .. beginning .. '\255'
  local found = redis.call('ZRANGEBYLEX', KEY.words, from, to, 'LIMIT', 0, MAX_WORDS + 1)
  look_ups = look_ups + #found / ENTRIES_OF_LOOK_UP
  if #found == 0 then return false end
  if #found > MAX_WORDS then return true end
  for at, word in ipairs(found) do found[at] = word_groups.blocks_field(word) end
  local blocks = {}
  for _, list in ipairs(redis.call('HMGET', KEY.postings, unpack(found))) do
    if list == word_groups.EVERY_BLOCK then return true end
    for at = 2, #list, 2 do blocks[postings.offset_at(list, at)] = true end
  end
  named = named + 1
  for block in pairs(blocks) do candidates[block] = (candidates[block] or 0) + 1 end
  return true
end

-- Reads the conditions. Returns false when no word has one of the beginnings.
local function read_conditions(list)
  local at
  all, at = counted(list, 1)
  beginnings, at = counted(list, at)
  either = rest(list, at)
  if #all + #beginnings + #either == 0 then all[1] = ALL_NOTES end
  for _, beginning in ipairs(beginnings) do
    if not name_blocks(beginning) then return false end
  end
  return true
end

local function have_common(lists)
  local found = false
  posting_walk(lists, BLOCK_NOTES - 1, 0, function()
    found = true
    return true
  end)
  return found
end

local function get(field) return redis.call('HGET', KEY.postings, field) or '' end

-- The lists of a block that a note must be in; nil when one of them is empty.
local function lists_of(block)
  if named > 0 and candidates[block] ~= named then return nil end
  local lists, suffix = {}, ':' .. block
  for _, term in ipairs(all) do
    look_ups = look_ups + 1
    local list = get(term .. suffix)
    if list == '' then return nil end
    lists[#lists + 1] = list
  end
  if #either > 0 then
    local some = {}
    for _, term in ipairs(either) do
      look_ups = look_ups + 1
      local list = get(term .. suffix)
      if list ~= '' then some[#some + 1] = list end
    end
    if #some == 0 then return nil end
    lists[#lists + 1] = postings.union(some)
  end
  for _, beginning in ipairs(beginnings) do
    -- A short beginning has many words, so the notes of a block that can match are looked for first.
    if #lists > 1 and not have_common(lists) then return nil end
    local list, entries = word_groups.find(beginning, suffix, get)
    look_ups = look_ups + 1 + entries / ENTRIES_OF_LOOK_UP
    if not list then return nil end
    lists[#lists + 1] = list
  end
  return lists
end

-- The offsets of unmerged notes that meet all conditions, by block, the greatest first. `*` is always in the postings.
local function find_unmerged()
  local blocks = {}
  if all[1] == ALL_NOTES then return blocks end
  local function matches(entry)
    for _, beginning in ipairs(beginnings) do
      if not unmerged_entries.matches(entry, beginning) then return false end
    end
    for _, term in ipairs(all) do
      if not unmerged_entries.matches(entry, term) then return false end
    end
    for _, term in ipairs(either) do
      if unmerged_entries.matches(entry, term) then return true end
    end
    return #either == 0
  end
  for note, entry in pairs(unmerged_entries.all()) do
    if matches(entry) then
      local block = floor(note / BLOCK_NOTES)
      blocks[block] = blocks[block] or {}
      table.insert(blocks[block], note % BLOCK_NOTES)
    end
  end
  for _, offsets in pairs(blocks) do table.sort(offsets, function(a, b) return a > b end) end
  return blocks
end

local some_merged = read_conditions(ARG.conditions)
local recent = find_unmerged()
if not some_merged and next(recent) == nil then return { 0, {}, '[]' } end

-- Notes were created in the order of their numbers, but updated in any order.
local total = redis.call('STRLEN', KEY.records) / RECORD_BYTES

-- The first note created after this time, or at it.
local function first_created(time, at_it)
  local low, high = 0, total
  while low < high do
    local middle = floor((low + high) / 2)
    local from = middle * RECORD_BYTES + ID_BYTES
    local created = struct.unpack('>d', redis.call('GETRANGE', KEY.records, from, from + 7))
    if created > time or (at_it and created == time) then high = middle else low = middle + 1 end
  end
  return low
end

-- A bitmap of the groups of 64 notes with at least one note updated late enough; nil when there is none.
local function updated_groups(block)
  local count = BLOCK_NOTES / 64
  local latest = redis.call('GETRANGE', KEY.latest, block * count * 8, (block + 1) * count * 8 - 1)
  local bytes, some = {}, false
  for at = 1, count do
    local from = at * 8 - 7
    local late = from < #latest and struct.unpack('>d', latest, from) > updated_after
    bytes[at] = string.rep(late and '\255' or '\0', 8)
    some = some or late
  end
  return some and table.concat(bytes) or nil
end

local function updated_late(note)
  local bytes = redis.call('GETRANGE', KEY.updates, note * 8, note * 8 + 7)
  return struct.unpack('>d', bytes) > updated_after
end

local newest, oldest = total - 1, 0
if below >= 0 then newest = math.min(newest, below - 1) end
if created_before then newest = math.min(newest, first_created(created_before, true) - 1) end
if created_after then oldest = first_created(created_after, false) end

local function passes(note)
  if not updated_after then return true end
  look_ups = look_ups + 1
  return updated_late(note)
end

-- Calls `take` with each offset from high down to low that is in all lists, or in `others`, until it returns true.
local function walk(lists, others, high, low, take)
  local at = 1
  -- Takes the other offsets that are greater than one of the lists.
  local function take_others(above)
    while others and others[at] and others[at] > above do
      local offset = others[at]
      at = at + 1
      if offset <= high and take(offset) then return true end
    end
  end
  if lists and posting_walk(lists, high, low, function(offset) return take_others(offset) or take(offset) end) then
    return true
  end
  return take_others(low - 1)
end

local found, visited = {}, newest + 1
for block = floor(newest / BLOCK_NOTES), floor(oldest / BLOCK_NOTES), -1 do
  local updated = updated_after and updated_groups(block)
  local lists = some_merged and (updated or not updated_after) and lists_of(block)
  local first = block * BLOCK_NOTES
  if lists or recent[block] then
    if lists then lists[#lists + 1] = updated end
    local high, low = math.min(newest - first, BLOCK_NOTES - 1), math.max(oldest - first, 0)
    local most = look_ups + MAX_LOOK_UPS
    local enough = walk(lists, recent[block], high, low, function(offset)
      visited = first + offset
      if passes(visited) then found[#found + 1] = visited end
      return #found == limit or look_ups >= most
    end)
    if enough then break end
  end
  visited = first
  if look_ups >= MAX_LOOK_UPS then break end
end

local items = #found > 0 and redis.call('HMGET', KEY.items, unpack(found)) or {}
return { visited > oldest and visited or 0, items, tags(items, ARG.tagKeys) }
