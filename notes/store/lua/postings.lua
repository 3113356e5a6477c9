-- Posting lists: sets of note offsets in one block. README.md describes their format.
local WHOLE = BLOCK_NOTES / 8 -- bytes of a full bitmap
local byte, char, floor = string.byte, string.char, math.floor
local band, bor, lshift = bit.band, bit.bor, bit.lshift

local function is_bitmap(list) return #list % 2 == 1 or #list == WHOLE end

local function offset_at(list, at)
  local high, low = byte(list, at - 1, at)
  return high * 256 + low
end

-- A bitmap is read and written in words of 32 bits; word 0 comes first.
local function bits_of(bitmap, word)
  return word * 4 + 4 <= #bitmap and struct.unpack('<i4', bitmap, word * 4 + 1) or 0
end

local function to_bitmap(bits)
  local bitmap = struct.pack('<' .. string.rep('i4', #bits), unpack(bits))
  return #bitmap == WHOLE and bitmap or bitmap .. '\0'
end

local function add_bits(bits, list)
  if is_bitmap(list) then
    local count = floor(#list / 4)
    local others = { struct.unpack('<' .. string.rep('i4', count), list) }
    for word = 1, count do bits[word] = bor(bits[word] or 0, others[word]) end
    return
  end
  for at = 2, #list, 2 do
    local offset = offset_at(list, at)
    local word = floor(offset / 32)
    while #bits <= word do bits[#bits + 1] = 0 end
    bits[word + 1] = bor(bits[word + 1], lshift(1, offset % 32))
  end
end

-- All bits of a block, with those of the lists set.
local function bits_with(lists)
  local bits = {}
  for word = 1, BLOCK_NOTES / 32 do bits[word] = 0 end
  for _, list in ipairs(lists) do add_bits(bits, list) end
  return bits
end

-- The union of one or more lists.
local function union(lists) return #lists == 1 and lists[1] or to_bitmap(bits_with(lists)) end

local function bitmap_bytes(offset) return floor(offset / 32) * 4 + 4 end

local function set_bit(bitmap, offset)
  local at = floor(offset / 8) + 1
  if at <= #bitmap - #bitmap % 4 then
    return bitmap:sub(1, at - 1) .. char(bor(byte(bitmap, at), lshift(1, offset % 8))) .. bitmap:sub(at + 1)
  end
  local bytes = bitmap:sub(1, #bitmap - #bitmap % 4)
  bytes = bytes .. string.rep('\0', bitmap_bytes(offset) - #bytes)
  local changed = char(bor(byte(bytes, at), lshift(1, offset % 8)))
  bytes = bytes:sub(1, at - 1) .. changed .. bytes:sub(at + 1)
  return #bytes == WHOLE and bytes or bytes .. '\0'
end

local function clear_bit(bitmap, offset)
  local at = floor(offset / 8) + 1
  local changed = char(band(byte(bitmap, at) or 0, 255 - lshift(1, offset % 8)))
  return at <= #bitmap and bitmap:sub(1, at - 1) .. changed .. bitmap:sub(at + 1) or bitmap
end

-- The list with one more offset. Newer notes have greater offsets, so the search starts at the end.
local function with(list, offset)
  if is_bitmap(list) then return set_bit(list, offset) end
  local at = #list
  while at > 0 do
    local found = offset_at(list, at)
    if found == offset then return list end
    if found < offset then break end
    at = at - 2
  end
  local added = char(floor(offset / 256), offset % 256)
  local longer = list:sub(1, at) .. added .. list:sub(at + 1)
  if #longer < LIST_BYTES or #longer < bitmap_bytes(offset_at(longer, #longer)) then return longer end
  local bits = {}
  add_bits(bits, list)
  add_bits(bits, added)
  return to_bitmap(bits)
end

-- The list without an offset; '' when it was the last.
local function without(list, offset)
  if is_bitmap(list) then
    local shorter = clear_bit(list, offset)
    return shorter:find('[^%z]') and shorter or ''
  end
  for at = #list, 2, -2 do
    if offset_at(list, at) == offset then return list:sub(1, at - 2) .. list:sub(at + 1) end
  end
  return list
end

return {
  WHOLE = WHOLE,
  is_bitmap = is_bitmap,
  offset_at = offset_at,
  bits_of = bits_of,
  bits_with = bits_with,
  to_bitmap = to_bitmap,
  union = union,
  with = with,
  without = without,
}
