-- The parts of a text between spaces. One argument with many words costs client and Redis less than many arguments.
return function(text)
  local parts = {}
  for part in text:gmatch('[^ ]+') do parts[#parts + 1] = part end
  return parts
end
