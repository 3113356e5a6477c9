-- Scripts run inside Redis (Lua 5.1). The loader provides KEY, ARG and rest, the constants, and the included modules.
std = 'lua51'
max_line_length = 120
read_globals = {
  'redis', 'cjson', 'struct', 'bit',
  'KEY', 'ARG', 'rest',
  'BLOCK_NOTES', 'LIST_BYTES', 'RECORD_BYTES', 'ID_BYTES', 'ALL_NOTES', 'MAX_NAMED_BLOCKS',
  'MAX_WORDS', 'MAX_LOOK_UPS', 'LOOK_UPS_OF_NOTE',
  'postings', 'posting_walk', 'words', 'tags', 'index', 'clock',
  'disable', 'effects', 'log',
}
