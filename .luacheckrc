-- Scripts run inside Redis (Lua 5.1). The loader provides KEY, ARG and rest, the constants, and the included modules.
std = 'lua51'
max_line_length = 120
read_globals = {
  'redis', 'cjson', 'cmsgpack', 'struct', 'bit',
  'KEY', 'ARG', 'rest',
  'BLOCK_NOTES', 'LIST_BYTES', 'RECORD_BYTES', 'ID_BYTES', 'ALL_NOTES',
  'STEM_CHARACTERS', 'MAX_GROUP_BYTES', 'MAX_LOOK_UPS', 'ENTRIES_OF_LOOK_UP',
  'postings', 'posting_walk', 'postings_fields', 'word_groups', 'group_changes', 'counted', 'split', 'words', 'tags', 'index', 'clock',
  'unmerged', 'unmerged_entries',
  'disable', 'effects', 'log',
}
