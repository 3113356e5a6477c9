/**
 * Notes of a block. A change of a note writes one list for each of its terms, also to the append-only file: smaller
 * blocks write less, larger ones take less memory and fewer look-ups.
 */
export const BLOCK_NOTES = 1_024;
export const BITMAP_BYTES = BLOCK_NOTES / 8;

/**
 * Lua functions over posting lists, shared by the scripts of the notes index.
 *
 * A user's notes are numbered from 0 in the order of their making. The notes that a term occurs in are a set of such
 * numbers, cut in blocks (the idea of Roaring bitmaps): each block is one field `<term>:<block>` of the postings hash.
 * As long as they take less room, numbers are kept as sorted two-byte offsets in their block, else as a bitmap.
 */
export const POSTING_LUA = `
local BLOCK, DENSE = ${BLOCK_NOTES}, ${BITMAP_BYTES}
local byte, char, floor = string.byte, string.char, math.floor
local band, bor, lshift = bit.band, bit.bor, bit.lshift

local function offset_at(list, at)
  local high, low = byte(list, at - 1, at)
  return high * 256 + low
end

local function change_bit(list, offset, change)
  local at = floor(offset / 8) + 1
  local changed = char(change(byte(list, at), lshift(1, offset % 8)))
  return list:sub(1, at - 1) .. changed .. list:sub(at + 1)
end

local function to_bitmap(list)
  local bytes = {}
  for at = 1, DENSE do bytes[at] = 0 end
  for at = 2, #list, 2 do
    local offset = offset_at(list, at)
    local index = floor(offset / 8) + 1
    bytes[index] = bytes[index] + lshift(1, offset % 8)
  end
  return char(unpack(bytes))
end

-- The list with an offset more. Newer notes have greater offsets, so its place is looked for from the end.
local function with(list, offset)
  if #list == DENSE then return change_bit(list, offset, bor) end
  local at = #list
  while at > 0 do
    local found = offset_at(list, at)
    if found == offset then return list end
    if found < offset then break end
    at = at - 2
  end
  local longer = list:sub(1, at) .. char(floor(offset / 256), offset % 256) .. list:sub(at + 1)
  return #longer < DENSE and longer or to_bitmap(longer)
end

-- The list with an offset less; '' when it was the last.
local function without(list, offset)
  if #list == DENSE then
    local shorter = change_bit(list, offset, function(bits, one) return band(bits, 255 - one) end)
    return shorter:find('[^%z]') and shorter or ''
  end
  for at = #list, 2, -2 do
    if offset_at(list, at) == offset then return list:sub(1, at - 2) .. list:sub(at + 1) end
  end
  return list
end

local function union(list, other)
  if #list < #other then list, other = other, list end
  if #other == DENSE then
    local words = {}
    for at = 1, DENSE, 4 do
      words[#words + 1] = struct.pack('>i4', bor(struct.unpack('>i4', list, at), (struct.unpack('>i4', other, at))))
    end
    return table.concat(words)
  end
  for at = 2, #other, 2 do list = with(list, offset_at(other, at)) end
  return list
end
`;
