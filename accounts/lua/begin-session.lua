-- Starts a session. `use-session.lua` describes its hash.
-- KEYS: session sessions
-- ARGV: id expiresAt lifetimeMs ...fields
redis.call('HSET', KEY.session, unpack(ARG.fields))
redis.call('PEXPIRE', KEY.session, ARG.lifetimeMs)
redis.call('ZADD', KEY.sessions, ARG.expiresAt, ARG.id)
redis.call('PEXPIRE', KEY.sessions, ARG.lifetimeMs)
