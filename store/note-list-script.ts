import { ALL_NOTES, ID_BYTES, RECORD_BYTES } from './note-scripts.ts';
import { POSTING_LUA } from './posting-lua.ts';

/** Adds the tags that a note's meta names, each once, as [id, name, position, createdAt, updatedAt, …]. */
const TAGS_LUA = `
local seen = {}
local function add_tags(tags, meta, tag_keys)
  -- A quote inside a JSON text is escaped, so this is found in no title. A plain search, as patterns are slow.
  local _, at = meta:find('"tagId":"', 1, true)
  while at do
    local tag = meta:sub(at + 1, at + 36)
    if not seen[tag] then
      seen[tag] = true
      local known = redis.call('HMGET', tag_keys .. tag, 'name', 'position', 'createdAt', 'updatedAt')
      if known[1] then for _, value in ipairs({ tag, unpack(known) }) do tags[#tags + 1] = value end end
    end
    _, at = meta:find('"tagId":"', at, true)
  end
end
`;

/**
 * KEYS: note. ARGV: prefix of tag keys, whose slot is the note's. Gives the note's fields [name, value, …] and its
 * tags as {@link LIST_NOTES} does; nothing when there is no such note.
 */
export const READ_NOTE = `${TAGS_LUA}
local fields, tags = redis.call('HGETALL', KEYS[1]), {}
for at = 1, #fields, 2 do if fields[at] == 'meta' then add_tags(tags, fields[at + 1], ARGV[1]) end end
return { fields, tags }`;

/** The most words with a common beginning whose lists are joined. Of more, the notes are asked one by one. */
export const MAX_WORDS = 128;

/**
 * Finds a page of notes, newest first.
 *
 * KEYS: postings, words, records, updates, latest updates. It also reads the notes and tags that it finds, whose keys are in
 * the same slot. ARGV: how many at most, the number that all must be below or -1, made after, made before, updated
 * after (each may be ''), prefix of note keys, prefix of tag keys, count and terms that must all occur, count
 * and longer beginnings of words that must all occur, each with its first characters, and terms of which one must.
 *
 * Blocks are visited from the newest on until the page is full. In each, the shortest list leads and the others are
 * asked, so a block of 1,024 notes costs at most one pass over 128 bytes for each term, however its words are spread.
 *
 * Gives the notes as [number, id, meta, createdAt, updatedAt, …], then their tags as [id, name, position, createdAt,
 * updatedAt, …].
 */
export const LIST_NOTES = `${POSTING_LUA}${TAGS_LUA}
local POSTINGS, WORDS, RECORDS, UPDATES, LATEST = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local limit, below = tonumber(ARGV[1]), tonumber(ARGV[2])
local made_after, made_before, updated_after = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local note_keys, tag_keys = ARGV[6], ARGV[7]

-- all: terms that must occur. groups: lists of terms of each of which one must. unsure: beginnings of words that a
-- note must still be asked for, as too many words begin so to look up each.
local all, groups, unsure = {}, {}, {}
local at = 9
for _ = 1, tonumber(ARGV[8]) do
  all[#all + 1] = ARGV[at]
  at = at + 1
end
local last = at + tonumber(ARGV[at])
while at < last do
  local beginning = '=' .. ARGV[at + 1]
  local words = redis.call('ZRANGEBYLEX', WORDS, '[' .. beginning, '[' .. beginning .. '\\255', 'LIMIT', 0, ${MAX_WORDS} + 1)
  if #words == 0 then return { {}, {} } end
  if #words == 1 then
    all[#all + 1] = words[1]
  elseif #words <= ${MAX_WORDS} then
    groups[#groups + 1] = words
  else
    all[#all + 1] = ARGV[at + 2]
    unsure[#unsure + 1] = ' ' .. ARGV[at + 1]
  end
  at = at + 2
end
if at < #ARGV then groups[#groups + 1] = { unpack(ARGV, at + 1) } end
if #all == 0 and #groups == 0 then all[1] = '${ALL_NOTES}' end

local total = redis.call('STRLEN', RECORDS) / ${RECORD_BYTES}

-- The first note made after this time, or at it.
local function first_made(time, at_it)
  local low, high = 0, total
  while low < high do
    local middle = floor((low + high) / 2)
    local from = middle * ${RECORD_BYTES} + ${ID_BYTES}
    local made = struct.unpack('>d', redis.call('GETRANGE', RECORDS, from, from + 7))
    if made > time or (at_it and made == time) then high = middle else low = middle + 1 end
  end
  return low
end

local newest, oldest = total - 1, 0
if below >= 0 then newest = math.min(newest, below - 1) end
if made_before then newest = math.min(newest, first_made(made_before, true) - 1) end
if made_after then oldest = first_made(made_after, false) end

local found = {}

-- A bitmap of the groups of 64 notes in which one at least was updated late enough; nil when there is none.
local function updated_groups(block)
  local count = BLOCK / 64
  local latest = redis.call('GETRANGE', LATEST, block * count * 8, (block + 1) * count * 8 - 1)
  local groups, some = {}, false
  for at = 1, count do
    local from = at * 8 - 7
    local late = from < #latest and struct.unpack('>d', latest, from) > updated_after
    groups[at] = late and '\\255\\255\\255\\255\\255\\255\\255\\255' or '\\0\\0\\0\\0\\0\\0\\0\\0'
    some = some or late
  end
  return some and table.concat(groups) or nil
end

local function updated_late(note)
  local bytes = redis.call('GETRANGE', UPDATES, note * 8, note * 8 + 7)
  return struct.unpack('>d', bytes) > updated_after
end

local function id_of(note)
  local from = note * ${RECORD_BYTES}
  return redis.call('GETRANGE', RECORDS, from, from + ${ID_BYTES - 1})
end

local function has_words(note)
  local fields = redis.call('HMGET', note_keys .. id_of(note), 'headWords', 'bodyWords')
  local words = ' ' .. fields[1] .. ' ' .. fields[2]
  for _, beginning in ipairs(unsure) do
    if not words:find(beginning, 1, true) then return false end
  end
  return true
end

-- Takes a note that is in all lists; true once the page is full.
local function take(note)
  if (not updated_after or updated_late(note)) and (#unsure == 0 or has_words(note)) then found[#found + 1] = note end
  return #found == limit
end

-- The lists of a block that a note must be in; nil when one of them is empty.
local function lists_of(block)
  local lists, suffix = {}, ':' .. block
  if updated_after then
    lists[1] = updated_groups(block)
    if not lists[1] then return nil end
  end
  for _, term in ipairs(all) do
    local list = redis.call('HGET', POSTINGS, term .. suffix)
    if not list then return nil end
    lists[#lists + 1] = list
  end
  for _, group in ipairs(groups) do
    local fields, either = {}, ''
    for index, term in ipairs(group) do fields[index] = term .. suffix end
    for _, list in ipairs(redis.call('HMGET', POSTINGS, unpack(fields))) do
      if list then either = union(either, list) end
    end
    if either == '' then return nil end
    lists[#lists + 1] = either
  end
  table.sort(lists, function(a, b) return #a < #b end)
  return lists
end

local function walk_bitmaps(lists, block, high, low)
  for at = floor(high / 32) * 4 + 1, floor(low / 32) * 4 + 1, -4 do
    local bits = struct.unpack('>i4', lists[1], at)
    for other = 2, #lists do
      if bits == 0 then break end
      bits = band(bits, (struct.unpack('>i4', lists[other], at)))
    end
    if bits ~= 0 then
      local word = struct.pack('>i4', bits)
      for index = 31, 0, -1 do
        local offset = (at - 1) * 8 + index
        if band(byte(word, floor(index / 8) + 1), lshift(1, index % 8)) ~= 0 and offset <= high and offset >= low
          and take(block * BLOCK + offset) then return true end
      end
    end
  end
end

-- Asked with ever smaller offsets: ends[other] follows them down a sorted list.
local function has(lists, ends, other, offset)
  local list = lists[other]
  if #list == DENSE then return band(byte(list, floor(offset / 8) + 1), lshift(1, offset % 8)) ~= 0 end
  local at = ends[other]
  while at > 0 do
    local here = offset_at(list, at)
    if here <= offset then
      ends[other] = at
      return here == offset
    end
    at = at - 2
  end
  ends[other] = 0
  return false
end

local function walk_shortest(lists, block, high, low)
  local ends = {}
  for other = 2, #lists do ends[other] = #lists[other] end
  for at = #lists[1], 2, -2 do
    local offset = offset_at(lists[1], at)
    if offset < low then return end
    if offset <= high then
      local everywhere = true
      for other = 2, #lists do
        if not has(lists, ends, other, offset) then everywhere = false break end
      end
      if everywhere and take(block * BLOCK + offset) then return true end
    end
  end
end

for block = floor(newest / BLOCK), floor(oldest / BLOCK), -1 do
  local lists = lists_of(block)
  if lists then
    local high = math.min(newest - block * BLOCK, BLOCK - 1)
    local low = math.max(oldest - block * BLOCK, 0)
    local walk = #lists[1] == DENSE and walk_bitmaps or walk_shortest
    if walk(lists, block, high, low) then break end
  end
end

local notes, tags = {}, {}
for _, note in ipairs(found) do
  local id = id_of(note)
  local fields = redis.call('HMGET', note_keys .. id, 'meta', 'createdAt', 'updatedAt')
  local last = #notes
  notes[last + 1], notes[last + 2], notes[last + 3] = note, id, fields[1]
  notes[last + 4], notes[last + 5] = fields[2], fields[3]
  add_tags(tags, fields[1], tag_keys)
end
return { notes, tags }`;
