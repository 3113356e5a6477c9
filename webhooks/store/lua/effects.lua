-- The effects of an attempt, read from the endpoint by the attempt's id: a repeated call returns the same.
return function(id, recovered)
  local state = redis.call('HMGET', KEY.endpoint, 'watchedBy', 'disabledBy', 'generation')
  return { state[1] == id and '1' or '', recovered, state[2] == id and state[3] or '' }
end
