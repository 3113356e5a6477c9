import { PUBLISH_LUA } from '../../platform/redis/user-events.ts';
import { BLOCK_NOTES, POSTING_LUA } from './posting-lua.ts';
import { WORD_CHANGES_LUA, WORD_LUA } from './word-lua.ts';

/**
 * Bytes of a note's record in the string of all notes: its id as text, then when it was made, as a big-endian double.
 */
export const RECORD_BYTES = 44;
export const ID_BYTES = 36;
/** Every note occurs in the list of this term. No word holds a `*`. */
export const ALL_NOTES = '*';

/*
 * KEYS of all three scripts: note, items, postings, words, records, updates, latest updates. Their last two ARGV are
 * channel and message of the event that tells the user.
 * words: every whole word that is a term, so that those with a common beginning are found.
 * updates: for each note 8 bytes, when it was updated; latest updates: the greatest of each 64 of them.
 */
const COMMON_LUA = `${POSTING_LUA}${WORD_LUA}
local NOTE, ITEMS, POSTINGS, WORDS, RECORDS, UPDATES, LATEST = unpack(KEYS, 1, 7)

-- Calls a command with a list of any length, a thousand arguments at a time.
local function call_with(list, ...)
  for first = 1, #list, 1000 do
    local given = { ... }
    for at = first, math.min(first + 999, #list) do given[#given + 1] = list[at] end
    redis.call(unpack(given))
  end
end

local function count_blocks() return math.ceil(redis.call('STRLEN', RECORDS) / ${RECORD_BYTES} / ${BLOCK_NOTES}) end
${WORD_CHANGES_LUA}
-- Puts a note in the lists of these terms, or takes it out. Gives the words whose list began or ended.
local function change_lists(change, terms, note)
  local offset, suffix, turned = note % BLOCK, ':' .. floor(note / BLOCK), {}
  for first = 1, #terms, 1000 do
    local fields, kept, emptied = {}, {}, {}
    for at = first, math.min(first + 999, #terms) do fields[#fields + 1] = terms[at] .. suffix end
    local lists = redis.call('HMGET', POSTINGS, unpack(fields))
    for at, field in ipairs(fields) do
      local before, term = lists[at] or '', terms[first + at - 1]
      local after = change(before, offset)
      if after == '' then
        emptied[#emptied + 1] = field
      else
        kept[#kept + 1] = field
        kept[#kept + 1] = after
      end
      if is_word(term) and (before == '') ~= (after == '') then turned[#turned + 1] = term end
    end
    call_with(kept, 'HSET', POSTINGS)
    call_with(emptied, 'HDEL', POSTINGS)
  end
  return turned
end

local function add_to_index(terms, note)
  begin_words(change_lists(with, terms, note), floor(note / BLOCK))
end

local function take_from_index(terms, note)
  end_words(change_lists(without, terms, note), floor(note / BLOCK))
end

-- Keeps what a list shows of a note, as JSON. Its number and times are known here only.
local function set_item(note, made, updated, item)
  local known = string.format('{"number":%d,"createdAt":%s,"updatedAt":%s,', note, made, updated)
  redis.call('HSET', ITEMS, note, known .. item:sub(2))
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
 * ARGV: note id, now, item, count and fields of the note, count and terms.
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
local fields, at = arguments(4)
local terms = arguments(at)
redis.call('HSET', NOTE, 'number', note, 'version', 1, 'createdAt', time, 'updatedAt', time, unpack(fields))
set_item(note, time, time, ARGV[3])
redis.call('APPEND', RECORDS, ARGV[1] .. struct.pack('>d', now))
set_updated(note, now)
terms[#terms + 1] = '${ALL_NOTES}'
add_to_index(terms, note)
${PUBLISH_LUA}
return time`;

/**
 * ARGV: version, now, item, count and fields of the note that changed, count and new terms, count and old terms; KEYS
 * from 8 must exist.
 * Gives when the note was updated; 0 when it is not there in this version, -1 when one of the keys is not.
 */
export const CHANGE_NOTE = `${COMMON_LUA}
local known = redis.call('HMGET', NOTE, 'version', 'number', 'createdAt', 'updatedAt')
if known[1] ~= ARGV[1] then return 0 end
for at = 8, #KEYS do if redis.call('EXISTS', KEYS[at]) == 0 then return -1 end end
local note = tonumber(known[2])
local now = math.max(tonumber(ARGV[2]), tonumber(known[4]))
local time = string.format('%.0f', now)
local fields, at = arguments(4)
local new, old
new, at = arguments(at)
old = arguments(at)
redis.call('HSET', NOTE, 'version', ARGV[1] + 1, 'updatedAt', time, unpack(fields))
set_item(note, known[3], time, ARGV[3])
set_updated(note, now)
add_to_index(new, note)
take_from_index(old, note)
${PUBLISH_LUA}
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
redis.call('HDEL', ITEMS, note)
redis.call('UNLINK', NOTE)
${PUBLISH_LUA}
return 1`;
