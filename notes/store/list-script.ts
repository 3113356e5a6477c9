import { POSTING_LUA } from './posting-lua.ts';
import { POSTING_WALK_LUA } from './posting-walk-lua.ts';
import { TAGS_LUA } from './read-script.ts';
import { WORD_LUA } from './word-lua.ts';
import { ALL_NOTES, ID_BYTES, RECORD_BYTES } from './write-scripts.ts';

/**
 * The most words, of a whole search, whose own lists are looked up as they begin with what is searched for: more than
 * any language has with five letters in common. For a beginning of more, notes are asked one by one.
 */
export const MAX_WORDS = 2_048;

/**
 * Look-ups after which the script rests and its caller goes on from there, so that nobody waits long for Redis. To look
 * up a list takes one or two microseconds; to ask a note for its words takes as long as several lists.
 */
const MAX_LOOK_UPS = 1_000;
const LOOK_UPS_OF_NOTE = 5;
/** How many notes are asked for their words before the script rests. */
export const MAX_NOTES_ASKED = MAX_LOOK_UPS / LOOK_UPS_OF_NOTE;

/** Reads the words and tags that are searched for, and gives the lists of a block that a note must be in. */
const TERMS_LUA = `
-- all: terms that must occur. groups: of each, one term must. unsure: beginnings of words that a note must still be
-- asked for, as too many words begin so to look up each.
local all, groups, unsure, look_ups = {}, {}, {}, 0

-- Which of the words to look for in which block, and which in every one.
local function by_block(members)
  local group = { everywhere = {} }
  for _, member in ipairs(members) do
    local word, blocks = parse_member(member)
    if not blocks then group.everywhere[#group.everywhere + 1] = word end
    for at = 2, #(blocks or ''), 2 do
      local block = offset_at(blocks, at)
      local words = group[block]
      if words then words[#words + 1] = word else group[block] = { word } end
    end
  end
  return group
end

-- Reads the terms from an argument on; false when there are no words with such a beginning.
local function read_terms(at)
  local left = ${MAX_WORDS}
  for _ = 1, tonumber(ARGV[at]) do
    at = at + 1
    all[#all + 1] = ARGV[at]
  end
  at = at + 1
  for index = at + 1, at + tonumber(ARGV[at]), 2 do
    local from, to = '[=' .. ARGV[index], '[=' .. ARGV[index] .. '\\255'
    local count = redis.call('ZLEXCOUNT', WORDS, from, to)
    if count == 0 then return false end
    if count <= left then
      left = left - count
      groups[#groups + 1] = by_block(redis.call('ZRANGEBYLEX', WORDS, from, to))
    else
      all[#all + 1] = ARGV[index + 1]
      unsure[#unsure + 1] = ARGV[index]
    end
  end
  at = at + tonumber(ARGV[at])
  if at < #ARGV then groups[#groups + 1] = { everywhere = { unpack(ARGV, at + 1) } } end
  if #all == 0 and #groups == 0 then all[1] = '${ALL_NOTES}' end
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
    local list = redis.call('HGET', POSTINGS, term .. suffix)
    if not list then return nil end
    lists[#lists + 1] = list
  end
  for _, fields in ipairs(fields_of) do
    look_ups = look_ups + #fields
    local either = {}
    for _, list in ipairs(redis.call('HMGET', POSTINGS, unpack(fields))) do
      if list then either[#either + 1] = list end
    end
    if #either == 0 then return nil end
    lists[#lists + 1] = union(either)
  end
  return lists
end
`;

/** Filters by time. Notes were made in the order of their numbers, but updated in any. */
const TIMES_LUA = `
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
`;

/**
 * Finds a page of notes, newest first.
 *
 * KEYS: items, postings, words, records, updates, latest updates. It also reads tags and notes, whose keys are in the
 * same slot. ARGV: how many at most, the number that all must be below or -1, made after, made before, updated after
 * (each may be ''), prefix of note keys, prefix of tag keys, count and terms that must all occur, count and longer
 * beginnings of words that must all occur, each with its first characters, and terms of which one must.
 *
 * Blocks are visited from the newest on until the page is full. In each, the shortest list leads and the others are
 * asked, so a block of 1,024 notes costs at most one pass over 128 bytes for each term, however its words are spread.
 *
 * Gives the number down to which notes were visited, 0 when all were; the items of those that were found, each as JSON;
 * and the tags that they name, as JSON.
 */
export const LIST_NOTES = `${POSTING_LUA}${POSTING_WALK_LUA}${WORD_LUA}${TAGS_LUA}
local ITEMS, POSTINGS, WORDS, RECORDS, UPDATES, LATEST = unpack(KEYS, 1, 6)
local limit, below = tonumber(ARGV[1]), tonumber(ARGV[2])
local made_after, made_before, updated_after = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local note_keys, tag_keys = ARGV[6], ARGV[7]
${TERMS_LUA}
if not read_terms(8) then return { 0, {}, '[]' } end
${TIMES_LUA}
local newest, oldest = total - 1, 0
if below >= 0 then newest = math.min(newest, below - 1) end
if made_before then newest = math.min(newest, first_made(made_before, true) - 1) end
if made_after then oldest = first_made(made_after, false) end

local function id_of(note)
  local from = note * ${RECORD_BYTES}
  return redis.call('GETRANGE', RECORDS, from, from + ${ID_BYTES - 1})
end

local function has_words(note)
  look_ups = look_ups + ${LOOK_UPS_OF_NOTE}
  local head, body = unpack(redis.call('HMGET', note_keys .. id_of(note), 'headWords', 'bodyWords'))
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
for block = floor(newest / BLOCK), floor(oldest / BLOCK), -1 do
  local updated = updated_after and updated_groups(block)
  local lists = (updated or not updated_after) and lists_of(block)
  if lists then
    lists[#lists + 1] = updated
    local high, low = math.min(newest - block * BLOCK, BLOCK - 1), math.max(oldest - block * BLOCK, 0)
    local most = look_ups + ${MAX_LOOK_UPS}
    local enough = walk(lists, high, low, function(offset)
      visited = block * BLOCK + offset
      if passes(visited) then found[#found + 1] = visited end
      return #found == limit or look_ups >= most
    end)
    if enough then break end
  end
  visited = block * BLOCK
  if look_ups >= ${MAX_LOOK_UPS} then break end
end

local items = #found > 0 and redis.call('HMGET', ITEMS, unpack(found)) or {}
for index, note in ipairs(found) do
  -- One from before items were kept has all of it in its meta, until its next change.
  if not items[index] then
    local id = id_of(note)
    local meta, made, updated = unpack(redis.call('HMGET', note_keys .. id, 'meta', 'createdAt', 'updatedAt'))
    local known = string.format('{"noteId":"%s","number":%d,"createdAt":%s,"updatedAt":%s,', id, note, made, updated)
    items[index] = known .. meta:sub(2)
  end
end
return { visited > oldest and visited or 0, items, read_tags(items, tag_keys) }`;
