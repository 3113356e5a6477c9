-- Disables the endpoint. Deliveries of this generation are not sent any more, and the failure streak ends.
return function(reason, now, by)
  redis.call('HINCRBY', KEY.endpoint, 'generation', 1)
  redis.call('HSET', KEY.endpoint, 'status', 'disabled', 'disabledReason', reason, 'disabledAt', now, 'disabledBy', by)
  redis.call('HDEL', KEY.endpoint, 'failingSince', 'warnedBy', 'watchedBy', 'watchedAt')
end
