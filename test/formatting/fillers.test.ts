import { group } from './support.ts';

group('row 5: hesitations go, with their comma', [
  ['uh so I think we should go', 'So I think we should go.'],
  ['I, um, think we should go', 'I think we should go.'],
  ['we could uhm maybe meet tomorrow', 'We could maybe meet tomorrow.'],
  ['hmm let me think about it', 'Let me think about it.'],
  ['Um, I will call you back later.', 'I will call you back later.'],
  ['he is, er, not coming today', 'He is not coming today.'],
  ['However, um, I disagree with that.', 'However, I disagree with that.'],
  ['Uh... what did you say?', 'What did you say?'],
  ['I was there, uh.', 'I was there.'],
  ['Umm. So we went home early.', 'So we went home early.'],
  ['so, um, yeah', 'So yeah'],
  ['it was, uhh, umm, very good indeed', 'It was very good indeed.'],
]);

group('row 5: words that look like hesitations stay', [
  ['10 mm', '10 mm'],
  ['she works in the ER at night', 'She works in the ER at night.'],
  ['they took him to the er last night', 'They took him to the er last night.'],
  ['uh huh that is what I said', 'Uh huh that is what I said.'],
  ['uh oh we missed the last train', 'Uh oh we missed the last train.'],
  ['she said uh-huh and left the room', 'She said uh-huh and left the room.'],
  ['it was like you know really good', 'It was like you know really good.'],
  ['ah I see what you mean now', 'Ah I see what you mean now.'],
  ['I study at UM in Michigan now', 'I study at UM in Michigan now.'],
  ['um the company is called um', 'um the company is called um.', { dictionary: 'um' }],
]);

group('row 5: other languages keep what is a word there', [
  ['um livro', 'Um livro'],
  ['eu quero um livro sobre isso', 'Eu quero um livro sobre isso.'],
  ['wir treffen uns um zehn am Bahnhof', 'Wir treffen uns um zehn am Bahnhof.'],
  ['er hat um drei Uhr angerufen', 'Er hat um drei Uhr angerufen.', { language: 'de' }],
  ['ha sido un placer verte aquí', 'Ha sido un placer verte aquí.'],
  ['kan du sende mig det um aftenen', 'Kan du sende mig det um aftenen.', { language: 'da' }],
  ['uhm ich denke wir gehen jetzt', 'Ich denke wir gehen jetzt.', { language: 'de' }],
]);

group('row 17: nothing said is an empty text', [
  ['', ''],
  ['   \n ', ''],
  ['um', ''],
  ['Um, uh... hmm.', ''],
  ['[BLANK_AUDIO]', ''],
  ['♪♪', ''],
  ['\u200B\uFEFF', ''],
]);

group('row 17: brackets that somebody may have dictated stay', [
  ['(Call me later)', '(Call me later)'],
  ['(TODO)', '(TODO)'],
  ['[TODO]', '[TODO]'],
  ['The class (music) starts at 9.', 'The class (music) starts at 9.'],
  ['(music playing)', '(Music playing)'],
  ['add [noise] to the list of tags', 'Add [noise] to the list of tags.'],
  ['*laughter* was the stage direction', '*Laughter* was the stage direction.'],
]);
