-- Reads a count and that many values after it from a list. Returns them and the position of what follows.
return function(list, at)
  local count = tonumber(list[at])
  return rest(list, at + 1, at + count), at + count + 1
end
