/**
 * A word in more blocks than this is looked for in each of them: to name them all would cost more than it saves, above
 * all in the append-only file, as a member is written anew with each block.
 */
export const MAX_NAMED_BLOCKS = 8;

/**
 * Lua functions over the whole words of a user, shared by the scripts of the notes index.
 *
 * Each member of the sorted set of words is a word as a term (it begins with `=`), then a zero byte and two bytes for
 * each block that it occurs in. A word in many blocks stands alone, and so does one from before blocks were named.
 */
export const WORD_LUA = `
local function is_word(term) return byte(term) == 61 end

-- The word of a member and the blocks that it names; no blocks when each is to be asked.
local function parse_member(member)
  local zero = member:find('\\0', 1, true)
  if not zero then return member end
  return member:sub(1, zero - 1), member:sub(zero + 1)
end
`;

/**
 * Lua functions that change words. They follow {@link WORD_LUA} and use WORDS, POSTINGS, `call_with` and
 * `count_blocks`.
 */
export const WORD_CHANGES_LUA = `
local function pack_block(block) return char(floor(block / 256), block % 256) end

local function without_block(blocks, block)
  for at = 1, #blocks, 2 do
    if blocks:sub(at, at + 1) == pack_block(block) then return blocks:sub(1, at - 1) .. blocks:sub(at + 2) end
  end
  return blocks
end

local function find_blocks(word)
  local blocks = {}
  for block = 0, count_blocks() - 1 do
    if redis.call('HEXISTS', POSTINGS, word .. ':' .. block) == 1 then blocks[#blocks + 1] = pack_block(block) end
  end
  return table.concat(blocks)
end

-- Gives words the blocks that are decided on by those that are named; nil leaves a word as it is.
local function change_words(words, decide)
  local gone, made = {}, {}
  for _, word in ipairs(words) do
    local member = redis.call('ZRANGEBYLEX', WORDS, '[' .. word, '(' .. word .. '\\1', 'LIMIT', 0, 1)[1]
    local _, named = parse_member(member or word .. '\\0')
    local blocks = decide(named, word)
    if blocks then
      gone[#gone + 1] = member
      if blocks ~= '' then
        made[#made + 1] = 0
        made[#made + 1] = #blocks > ${2 * MAX_NAMED_BLOCKS} and word or word .. '\\0' .. blocks
      end
    end
  end
  call_with(gone, 'ZREM', WORDS)
  call_with(made, 'ZADD', WORDS)
end

local function begin_words(words, block)
  change_words(words, function(named) return named and named .. pack_block(block) end)
end

local function end_words(words, block)
  change_words(words, function(named, word) return named and without_block(named, block) or find_blocks(word) end)
end
`;
