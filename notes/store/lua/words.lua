-- Words of a user's notes.
local byte = string.byte

-- Position of the last byte of the character that starts here. In UTF-8 its first byte tells its length.
local function last_byte(text, from)
  local first = byte(text, from)
  return from + (first < 0x80 and 0 or first < 0xE0 and 1 or first < 0xF0 and 2 or 3)
end

return {
  last_byte = last_byte,

  -- The first characters of a word, by which it is grouped; nil when it has fewer.
  stem = function(word)
    local first, second, third = byte(word, 1, 3)
    if third and first < 0x80 and second < 0x80 and third < 0x80 then return word:sub(1, 3) end
    local to = 0
    for _ = 1, STEM_CHARACTERS do
      if to >= #word then return nil end
      to = last_byte(word, to + 1)
    end
    return word:sub(1, to)
  end,
}
