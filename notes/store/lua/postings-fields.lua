-- Fields of the postings, of which a script reads and writes each once. An empty field does not exist.
local values, changed = {}, {}

local fields = {}

-- Reads fields in advance, a thousand at a time.
function fields.load(names)
  for first = 1, #names, 1000 do
    local part = rest(names, first, math.min(first + 999, #names))
    for at, value in ipairs(redis.call('HMGET', KEY.postings, unpack(part))) do values[part[at]] = value or '' end
  end
end

function fields.get(name)
  local value = values[name]
  if value == nil then
    value = redis.call('HGET', KEY.postings, name) or ''
    values[name] = value
  end
  return value
end

function fields.set(name, value)
  values[name] = value
  changed[name] = true
end

local function call_with(command, list)
  for first = 1, #list, 1000 do
    redis.call(command, KEY.postings, unpack(rest(list, first, math.min(first + 999, #list))))
  end
end

function fields.save()
  local kept, emptied = {}, {}
  for name in pairs(changed) do
    if values[name] == '' then
      emptied[#emptied + 1] = name
    else
      kept[#kept + 1] = name
      kept[#kept + 1] = values[name]
    end
  end
  changed = {}
  call_with('HSET', kept)
  call_with('HDEL', emptied)
end

return fields
