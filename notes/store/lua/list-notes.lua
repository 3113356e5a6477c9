-- Finds a page of notes, newest first. Also reads tags and notes, whose keys are in the same slot.
--
-- Returns the number down to which notes were visited (0 when all were), the items that were found as JSON, and the
-- tags that they name as JSON. The script stops after a bounded amount of work, and its caller goes on from there.
--
-- Blocks are visited from the newest on until the page is full. In each, the shortest list leads and the others are
-- checked, so a block of 1,024 notes costs at most one pass over 128 bytes for each term.
--
-- `below` is the number that all notes must be below, or -1. The bounds of time may be ''. `conditions` holds two
-- counted lists and a rest: terms that must all occur; beginnings of words that must all occur, each with its first
-- characters as a term; and terms of which one must occur.
-- KEYS: items postings words records updates latest
-- ARGV: limit below createdAfter createdBefore updatedAfter noteKeys tagKeys ...conditions
-- include: postings posting-walk words tags
local floor = math.floor
local limit, below = tonumber(ARG.limit), tonumber(ARG.below)
local created_after, created_before = tonumber(ARG.createdAfter), tonumber(ARG.createdBefore)
local updated_after = tonumber(ARG.updatedAfter)

-- all: terms that must occur. groups: of each, one term must occur. unsure: beginnings that too many words share to
-- look up each word; each candidate note is checked for them.
local all, groups, unsure, look_ups = {}, {}, {}, 0

-- Which words to look up in which block, and which in every block.
local function by_block(members)
  local group = { everywhere = {} }
  for _, member in ipairs(members) do
    local word, blocks = words.parse(member)
    if not blocks then group.everywhere[#group.everywhere + 1] = word end
    for at = 2, #(blocks or ''), 2 do
      local block = postings.offset_at(blocks, at)
      local in_block = group[block]
      if in_block then in_block[#in_block + 1] = word else group[block] = { word } end
    end
  end
  return group
end

-- Reads the conditions. Returns false when no word has one of the beginnings.
local function read_conditions(list)
  local left, at = MAX_WORDS, 1
  for _ = 1, tonumber(list[at]) do
    at = at + 1
    all[#all + 1] = list[at]
  end
  at = at + 1
  for index = at + 1, at + tonumber(list[at]), 2 do
    local from, to = '[=' .. list[index], '[=' .. list[index] .. '\255'
    local count = redis.call('ZLEXCOUNT', KEY.words, from, to)
    if count == 0 then return false end
    if count <= left then
      left = left - count
      groups[#groups + 1] = by_block(redis.call('ZRANGEBYLEX', KEY.words, from, to))
    else
      all[#all + 1] = list[index + 1]
      unsure[#unsure + 1] = list[index]
    end
  end
  at = at + tonumber(list[at])
  if at < #list then groups[#groups + 1] = { everywhere = rest(list, at + 1) } end
  if #all == 0 and #groups == 0 then all[1] = ALL_NOTES end
  return true
end

-- The lists of a block that a note must be in; nil when one of them is empty.
local function lists_of(block)
  local lists, suffix, fields_of = {}, ':' .. block, {}
  for index, group in ipairs(groups) do
    local fields = {}
    for _, term in ipairs(group.everywhere) do fields[#fields + 1] = term .. suffix end
    for _, term in ipairs(group[block] or {}) do fields[#fields + 1] = term .. suffix end
    if #fields == 0 then return nil end
    fields_of[index] = fields
  end
  for _, term in ipairs(all) do
    look_ups = look_ups + 1
    local list = redis.call('HGET', KEY.postings, term .. suffix)
    if not list then return nil end
    lists[#lists + 1] = list
  end
  for _, fields in ipairs(fields_of) do
    look_ups = look_ups + #fields
    local either = {}
    for _, list in ipairs(redis.call('HMGET', KEY.postings, unpack(fields))) do
      if list then either[#either + 1] = list end
    end
    if #either == 0 then return nil end
    lists[#lists + 1] = postings.union(either)
  end
  return lists
end

if not read_conditions(ARG.conditions) then return { 0, {}, '[]' } end

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

local function id_of(note)
  local from = note * RECORD_BYTES
  return redis.call('GETRANGE', KEY.records, from, from + ID_BYTES - 1)
end

local function has_words(note)
  look_ups = look_ups + LOOK_UPS_OF_NOTE
  local head, body = unpack(redis.call('HMGET', ARG.noteKeys .. id_of(note), 'headWords', 'bodyWords'))
  for _, beginning in ipairs(unsure) do
    local first = #beginning
    local found = head:sub(1, first) == beginning or body:sub(1, first) == beginning
      or head:find(' ' .. beginning, 1, true) or body:find(' ' .. beginning, 1, true)
    if not found then return false end
  end
  return true
end

local function passes(note)
  if updated_after then
    look_ups = look_ups + 1
    if not updated_late(note) then return false end
  end
  return #unsure == 0 or has_words(note)
end

local found, visited = {}, newest + 1
for block = floor(newest / BLOCK_NOTES), floor(oldest / BLOCK_NOTES), -1 do
  local updated = updated_after and updated_groups(block)
  local lists = (updated or not updated_after) and lists_of(block)
  local first = block * BLOCK_NOTES
  if lists then
    lists[#lists + 1] = updated
    local high, low = math.min(newest - first, BLOCK_NOTES - 1), math.max(oldest - first, 0)
    local most = look_ups + MAX_LOOK_UPS
    local enough = posting_walk(lists, high, low, function(offset)
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
