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
-- KEYS: items postings records updates latest unmerged
-- ARGV: limit below createdAfter createdBefore updatedAfter tagKeys ...conditions
-- include: postings posting-walk words word-groups counted unmerged-entries tags
local floor = math.floor
local limit, below = tonumber(ARG.limit), tonumber(ARG.below)
local created_after, created_before = tonumber(ARG.createdAfter), tonumber(ARG.createdBefore)
local updated_after = tonumber(ARG.updatedAfter)

local all, beginnings, either, look_ups = {}, {}, {}, 0
local function read_conditions(list)
  local at
  all, at = counted(list, 1)
  beginnings, at = counted(list, at)
  either = rest(list, at)
  if #all + #beginnings + #either == 0 then all[1] = ALL_NOTES end
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

-- The list of the words of a block or directory with this beginning; nil when there is none.
local function find_words(beginning, suffix)
  local list, entries = word_groups.find(beginning, suffix, get)
  look_ups = look_ups + 1 + entries / ENTRIES_OF_LOOK_UP
  return list
end

-- By directory: its blocks in which every beginning has a word.
local candidates = {}

local function find_candidates(directory)
  local blocks, lists = {}, {}
  for at, beginning in ipairs(beginnings) do
    lists[at] = find_words(beginning, directory)
    if not lists[at] then return blocks end
  end
  posting_walk(lists, BLOCK_NOTES - 1, 0, function(block) blocks[block] = true end)
  return blocks
end

-- Whether every beginning has a word in the block. No directory has the first block.
local function may_match(block)
  if #beginnings == 0 or block == 0 then return true end
  local directory = word_groups.directory(block)
  candidates[directory] = candidates[directory] or find_candidates(directory)
  return candidates[directory][block % BLOCK_NOTES] == true
end

-- The lists of a block that a note must be in; nil when one of them is empty.
local function lists_of(block)
  if not may_match(block) then return nil end
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
    local list = find_words(beginning, suffix)
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

read_conditions(ARG.conditions)
local recent = find_unmerged()

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
  local lists = (updated or not updated_after) and lists_of(block)
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
