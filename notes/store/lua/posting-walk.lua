-- Finds the offsets that several posting lists of one block have in common.
local byte, floor, band, lshift = string.byte, math.floor, bit.band, bit.lshift
local is_bitmap, offset_at, bits_of = postings.is_bitmap, postings.offset_at, postings.bits_of

local function walk_bitmaps(bitmaps, high, low, take)
  for word = floor(high / 32), floor(low / 32), -1 do
    local bits = bits_of(bitmaps[1], word)
    for other = 2, #bitmaps do
      if bits == 0 then break end
      bits = band(bits, bits_of(bitmaps[other], word))
    end
    if bits ~= 0 then
      for offset = math.min(word * 32 + 31, high), math.max(word * 32, low), -1 do
        if band(bits, lshift(1, offset % 32)) ~= 0 and take(offset) then return true end
      end
    end
  end
end

-- Whether a list contains an offset. Calls pass descending offsets, so `ends` only moves down a list.
local function has(lists, ends, other, offset)
  local list = lists[other]
  if is_bitmap(list) then return band(byte(list, floor(offset / 8) + 1) or 0, lshift(1, offset % 8)) ~= 0 end
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

local function walk_shortest(lists, high, low, take)
  local ends = {}
  for other = 2, #lists do ends[other] = #lists[other] end
  for at = #lists[1], 2, -2 do
    local offset = offset_at(lists[1], at)
    if offset < low then return end
    if offset <= high then
      local everywhere = true
      for other = 2, #lists do
        if not has(lists, ends, other, offset) then
          everywhere = false
          break
        end
      end
      if everywhere and take(offset) then return true end
    end
  end
end

-- Calls `take` with each offset from high down to low that is in all lists, until it returns true.
return function(lists, high, low, take)
  local function rank(list) return (is_bitmap(list) and postings.WHOLE or 0) + #list end
  table.sort(lists, function(a, b) return rank(a) < rank(b) end)
  if is_bitmap(lists[1]) then return walk_bitmaps(lists, high, low, take) end
  return walk_shortest(lists, high, low, take)
end
