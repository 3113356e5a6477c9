import { group } from './support.ts';

group('writeNumbers() writes a time without am or pm only with evidence in its sentence', [
  ['the forms are needed by two thirty', 'The forms are needed by 2:30.'],
  ['i was at the gas station around five forty five', 'I was at the gas station around 5:45.'],
  ['sales were up by two fifty', 'Sales were up by two fifty.'],
  ['the shop closes at five thirty', 'The shop closes at 5:30.'],
  ['we rehearse at seven fifteen in the crypt', 'We rehearse at 7:15 in the crypt.'],
  ['the train leaves at four thirty-one', 'The train leaves at 4:31.'],
  ['she went long at two ten and was out at one eleven', 'She went long at two ten and was out at one eleven.'],
  ['He weighs two hundred pounds, down from two thirty.', 'He weighs 200 pounds, down from two thirty.'],
  ['Wheat rose, and corn was at four thirty-one.', 'Wheat rose, and corn was at four thirty-one.'],
  ['the bid started at two forty', 'The bid started at two forty.'],
]);

group('writeNumbers() leaves idioms and titles in words', [
  ['I gave my two cents and left.', 'I gave my two cents and left.'],
  ['it costs two cents', 'It costs 2 cents.'],
  ['sixteen tons is a song my grandad knew', 'Sixteen tons is a song my grandad knew.'],
  ['sixteen tons of gravel is a lot', '16 tons of gravel is a lot.'],
  ["it's a catch twenty-two", "It's a catch twenty-two."],
  ['About half of one percent of the seeds were bad.', 'About half of one percent of the seeds were bad.'],
  ['about one percent of the seeds were bad', 'About 1% of the seeds were bad.'],
]);

group('writeSpokenMarks() leaves a mark that is said for emphasis, or listed', [
  ['He put his foot down, period, and the boys left.', 'He put his foot down, period, and the boys left.'],
  ['Nobody, comma, nobody, period, gets in.', 'Nobody, comma, nobody, period, gets in.'],
  ['We left on Monday, period, Then it rained.', 'We left on Monday. Then it rained.'],
  ['I finished it, period, we should go, period.', 'I finished it. We should go.'],
  ['I rest my case, period, comma, whatever.', 'I rest my case, period, comma, whatever.'],
  ['They added a new line, colon shaped, on the map.', 'They added a new line, colon shaped, on the map.'],
]);

group('removeFillers() keeps a hesitation that is mentioned', [
  ['He says um a lot, and I say er.', 'He says um a lot, and I say er.'],
  ['He said um that we should go.', 'He said that we should go.'],
  ['I counted every um in the speech.', 'I counted every um in the speech.'],
  ['He answered with a long er.', 'He answered with a long er.'],
  ['When I say um, I mean no.', 'When I say um, I mean no.'],
  ['he wrote er instead of or', 'He wrote er instead of or.'],
  ['so the um report is late', 'So the report is late.'],
]);

group('removeFillers() removes hesitations of other languages between commas, twice or at the start', [
  ['Il me faut du câble et, euh, du ruban.', 'Il me faut du câble et du ruban.', { language: 'fr' }],
  ['Euh non, pas celui-là.', 'Non, pas celui-là.', { language: 'fr' }],
  ['Il dit euh tout le temps.', 'Il dit euh tout le temps.', { language: 'fr' }],
  ['Es geht um die Miete, äh, nicht um den Strom.', 'Es geht um die Miete, nicht um den Strom.', { language: 'de' }],
  ['Vamos, eh, mañana por la tarde.', 'Vamos, mañana por la tarde.', { language: 'es' }],
  ['¿Te gusta, eh?', '¿Te gusta, eh?', { language: 'es' }],
]);

group('names of the dictionary leave common words', [
  ['the car men came', 'The car men came.', { dictionary: 'Carmen' }],
  ['we store it in super base', 'We store it in Supabase.', { dictionary: 'Supabase' }],
  ['Turn it to max, then wait.', 'Turn it to max, then wait.', { dictionary: 'Max' }],
  ['ask max to come', 'Ask Max to come.', { dictionary: 'Max' }],
  ['Quiero paz, no consuelo.', 'Quiero paz, no consuelo.', { dictionary: 'Paz, Consuelo', language: 'es' }],
  ['claro que vamos al cine', 'Claro que vamos al cine.', { dictionary: 'Clara', language: 'es' }],
  ['hola paz, gracias por todo', 'Hola Paz, gracias por todo.', { dictionary: 'Paz', language: 'es' }],
  ['Das Kleid war rosa.', 'Das Kleid war rosa.', { dictionary: 'Rosa', language: 'de' }],
]);

group('a name that is also an abbreviation stays as said', [
  ['the ira in his name', 'The ira in his name.'],
  ['the eu and the uk signed it', 'The EU and the UK signed it.'],
]);

group('a day and its correction are written alike', [
  ['from the sixth, or maybe the seventh of October', 'From the 6th, or maybe the 7th of October.'],
]);

group('a break is found in a word that the recognizer joined', [
  ['best comma new lineIvo', 'Best,\nIvo'],
  ['milk and eggs new lineapples and pears', 'Milk and eggs\napples and pears'],
  ['bullet point tent bullet pointtwo pairs of socks', '- Tent\n- Two pairs of socks'],
  ['a study of a new lineage', 'A study of a new lineage.'],
]);

group(
  'a line of code has a sign only where it could be typed',
  [
    ["don't use a dash in a variable name", "don't use a dash in a variable name"],
    ['git checkout dash b fix slash comma handling', 'git checkout -b fix slash comma handling'],
    ['ls pipe head dash twenty', 'ls | head -20'],
    ['kill dash nine', 'kill -9'],
    ['sed dash n one comma five p file.txt', 'sed -n one comma five p file.txt'],
    ['git rebase dash i head tilde three', 'git rebase -i head tilde three'],
    ['git log dash five', 'git log dash five'],
    ['grep error slash var slash log', 'grep error /var/log'],
    ['cp config dot yaml slash tmp', 'cp config.yaml /tmp'],
    ['ls home slash anna slash tmp', 'ls home/anna/tmp'],
    ['return a dot b', 'return a.b'],
  ],
  { context: '{"field":"terminal"}' },
);
