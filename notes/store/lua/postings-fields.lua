-- Fields of the postings, of which a script reads and writes each once. An empty field does not exist.
local values, changed = {}, {}

local fields = {}

-- Reads fields in advance, a thousand at a time.
function fields.load(names)
  for first = 1, #names, 1000 do
    local part = #names <= 1000 and names or rest(names, first, math.min(first + 999, #names))
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
  if values[name] == value then return end
  values[name] = value
  changed[name] = true
end

-- Calls a command with a list of any length, a thousand values at a time.
function fields.call_with(command, key, list)
  if #list == 0 then return end
  if #list <= 1000 then return redis.call(command, key, unpack(list)) end
  for first = 1, #list, 1000 do
    redis.call(command, key, unpack(rest(list, first, math.min(first + 999, #list))))
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
  fields.call_with('HSET', KEY.postings, kept)
  fields.call_with('HDEL', KEY.postings, emptied)
end

return fields
