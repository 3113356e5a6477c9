-- Returns a note's fields [name, value, …] with its item, and the tags that the item names; { {}, '[]' } when there is
-- no such note. The tags' keys are in the note's slot.
-- KEYS: note items
-- ARGV: tagKeys
-- include: tags
local number = redis.call('HGET', KEY.note, 'number')
if not number then return { {}, '[]' } end
local fields, item = redis.call('HGETALL', KEY.note), redis.call('HGET', KEY.items, number)
fields[#fields + 1] = 'item'
fields[#fields + 1] = item
return { fields, tags({ item }, ARG.tagKeys) }
