import { group } from './support.ts';

group('an emoji that is said by its name is written', [
  ['great job everyone thumbs up emoji', 'Great job everyone 👍'],
  ['happy birthday party popper emoji', 'Happy birthday 🎉'],
  ['i love it red heart emoji see you soon', 'I love it ❤️ see you soon.'],
  ['that is so funny face with tears of joy emoji', 'That is so funny 😂'],
  ['are you coming smiley face emoji', 'Are you coming 🙂?'],
  ['we ship on friday rocket emoji', 'We ship on Friday 🚀'],
]);

group('but not one that is spoken of, or that has no such name', [
  ['the heart emoji is overused today', 'The heart emoji is overused today.'],
  ['send her a heart emoji please', 'Send her a heart emoji please.'],
  ['which emoji do you like most', 'Which emoji do you like most?'],
  ['the fire is out now', 'The fire is out now.'],
  ['open the quarterly report emoji picker', 'Open the quarterly report emoji picker.'],
  ['das ist ein thumbs up emoji für dich', 'Das ist ein thumbs up emoji für dich.', { language: 'de' }],
]);
