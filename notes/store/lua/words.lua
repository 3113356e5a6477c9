-- The set of a user's whole words. README.md describes its members.
local byte = string.byte

return {
  -- A word as a term begins with `=`.
  is_word = function(term) return byte(term) == 61 end,

  -- The word of a member, and the blocks that it names; nil when the word may be in any block.
  parse = function(member)
    local zero = member:find('\0', 1, true)
    if not zero then return member end
    return member:sub(1, zero - 1), member:sub(zero + 1)
  end,
}
