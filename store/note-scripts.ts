import { BLOCK_NOTES, POSTING_LUA } from './posting-lua.ts';

/** Bytes of a note's record in the string of all notes: its id as text, then when it was made, as a big-endian double. */
export const RECORD_BYTES = 44;
export const ID_BYTES = 36;
/** Every note occurs in the list of this term. No word holds a `*`. */
export const ALL_NOTES = '*';

/*
 * KEYS of all three scripts: note, postings, words, records, updates, latest updates.
 * words: every whole word that is a term (they begin with `=`), so that those with a common beginning are found.
 * updates: for each note 8 bytes, when it was updated; latest updates: the greatest of each 64 of them.
 */
const COMMON_LUA = `${POSTING_LUA}
local NOTE, POSTINGS, WORDS, RECORDS, UPDATES, LATEST = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]

-- Calls a command with a list of any length, a thousand arguments at a time.
local function call_with(list, ...)
  for first = 1, #list, 1000 do
    local given = { ... }
    for at = first, math.min(first + 999, #list) do given[#given + 1] = list[at] end
    redis.call(unpack(given))
  end
end

-- Puts a note in the lists of these terms, or takes it out. Gives the terms of the lists that are empty now.
local function change_lists(change, terms, note)
  local offset, suffix, emptied_terms = note % BLOCK, ':' .. floor(note / BLOCK), {}
  for first = 1, #terms, 1000 do
    local fields, kept, emptied = {}, {}, {}
    for at = first, math.min(first + 999, #terms) do fields[#fields + 1] = terms[at] .. suffix end
    local lists = redis.call('HMGET', POSTINGS, unpack(fields))
    for at, field in ipairs(fields) do
      local list = change(lists[at] or '', offset)
      if list == '' then
        emptied[#emptied + 1] = field
        emptied_terms[#emptied_terms + 1] = terms[first + at - 1]
      else
        kept[#kept + 1] = field
        kept[#kept + 1] = list
      end
    end
    call_with(kept, 'HSET', POSTINGS)
    call_with(emptied, 'HDEL', POSTINGS)
  end
  return emptied_terms
end

local function is_word(term) return byte(term) == 61 end

local function add_to_index(terms, note)
  change_lists(with, terms, note)
  local words = {}
  for _, term in ipairs(terms) do
    if is_word(term) then
      words[#words + 1] = 0
      words[#words + 1] = term
    end
  end
  call_with(words, 'ZADD', WORDS)
end

-- A word that occurs in no block any more is forgotten.
local function take_from_index(terms, note)
  local blocks, gone = math.ceil(redis.call('STRLEN', RECORDS) / ${RECORD_BYTES} / ${BLOCK_NOTES}), {}
  for _, term in ipairs(change_lists(without, terms, note)) do
    local block = is_word(term) and blocks - 1 or -1
    local alone = block >= 0
    while block >= 0 and alone do
      alone = redis.call('HEXISTS', POSTINGS, term .. ':' .. block) == 0
      block = block - 1
    end
    if alone then gone[#gone + 1] = term end
  end
  call_with(gone, 'ZREM', WORDS)
end

local function number_in(key, index)
  local bytes = redis.call('GETRANGE', key, index * 8, index * 8 + 7)
  return #bytes == 8 and struct.unpack('>d', bytes) or 0
end

local function set_number(key, index, value)
  redis.call('SETRANGE', key, index * 8, struct.pack('>d', value))
end

local function set_updated(note, time)
  set_number(UPDATES, note, time)
  local group = floor(note / 64)
  if time > number_in(LATEST, group) then set_number(LATEST, group, time) end
end

-- Reads a count and that many arguments after it; gives them and where the next count is.
local function arguments(at)
  local list, count = {}, tonumber(ARGV[at])
  for index = 1, count do list[index] = ARGV[at + index] end
  return list, at + count + 1
end
`;

/**
 * ARGV: note id, now, count and fields of the note, count and terms.
 * Gives when the note was made. Time never stands still or runs back between two notes of a user, whatever the
 * clocks of several processes say, so that the order of numbers is the order of times.
 */
export const CREATE_NOTE = `${COMMON_LUA}
local known = redis.call('HGET', NOTE, 'createdAt')
if known then return known end
local note = redis.call('STRLEN', RECORDS) / ${RECORD_BYTES}
local now = tonumber(ARGV[2])
if note > 0 then
  local newest = note * ${RECORD_BYTES}
  local last = struct.unpack('>d', redis.call('GETRANGE', RECORDS, newest - 8, newest - 1))
  now = math.max(now, last + 1)
end
local time = string.format('%.0f', now)
local fields, at = arguments(3)
local terms = arguments(at)
redis.call('HSET', NOTE, 'number', note, 'version', 1, 'createdAt', time, 'updatedAt', time, unpack(fields))
redis.call('APPEND', RECORDS, ARGV[1] .. struct.pack('>d', now))
set_updated(note, now)
terms[#terms + 1] = '${ALL_NOTES}'
add_to_index(terms, note)
return time`;

/**
 * ARGV: version, now, count and fields of the note, count and new terms, count and old terms; KEYS from 7 must exist.
 * Gives when the note was updated; 0 when it is not there in this version, -1 when one of the keys is not.
 */
export const CHANGE_NOTE = `${COMMON_LUA}
local known = redis.call('HMGET', NOTE, 'version', 'number', 'updatedAt')
if known[1] ~= ARGV[1] then return 0 end
for at = 7, #KEYS do if redis.call('EXISTS', KEYS[at]) == 0 then return -1 end end
local note = tonumber(known[2])
local now = math.max(tonumber(ARGV[2]), tonumber(known[3]))
local time = string.format('%.0f', now)
local fields, at = arguments(3)
local new, old
new, at = arguments(at)
old = arguments(at)
redis.call('HSET', NOTE, 'version', ARGV[1] + 1, 'updatedAt', time, unpack(fields))
set_updated(note, now)
add_to_index(new, note)
take_from_index(old, note)
return time`;

/**
 * ARGV: version, count and terms. Gives 0 when the note is not there in this version.
 * Of its record only the time stays, as filters by time search the records by halves.
 */
export const REMOVE_NOTE = `${COMMON_LUA}
local known = redis.call('HMGET', NOTE, 'version', 'number')
if known[1] ~= ARGV[1] then return 0 end
local note = tonumber(known[2])
local terms = arguments(2)
terms[#terms + 1] = '${ALL_NOTES}'
take_from_index(terms, note)
redis.call('SETRANGE', RECORDS, note * ${RECORD_BYTES}, string.rep('\\0', ${ID_BYTES}))
set_number(UPDATES, note, 0)
local latest, group = 0, floor(note / 64)
for other = group * 64, group * 64 + 63 do latest = math.max(latest, number_in(UPDATES, other)) end
set_number(LATEST, group, latest)
redis.call('UNLINK', NOTE)
return 1`;
