import { group } from './support.ts';

group('row 1: a mark that is said by name is written', [
  ['send it comma please period', 'Send it, please.'],
  ['are you coming question mark', 'Are you coming?'],
  ['what a goal exclamation point', 'What a goal!'],
  ['watch out exclamation mark', 'Watch out!'],
  ['we need three things colon milk comma eggs and bread full stop', 'We need three things: milk, eggs and bread.'],
  ['he left early semicolon she stayed full stop', 'He left early; she stayed.'],
  ['it was late dash too late period', 'It was late – too late.'],
  ['this is a well hyphen known fact period', 'This is a well-known fact.'],
  ['well ellipsis I am not sure period', 'Well… I am not sure.'],
  ['and then dot dot dot nothing happened period', 'And then… nothing happened.'],
  ['she said open quote come home close quote and left period', 'She said "come home" and left.'],
  ['the meeting open paren the long one close paren is over period', 'The meeting (the long one) is over.'],
  ['open bracket draft close bracket send it today period', '[Draft] send it today.'],
  ['bring a coat and slash or a hat period', 'Bring a coat and/or a hat.'],
  ['we went to marks ampersand spencer yesterday period', 'We went to marks & Spencer yesterday.'],
  ['it grew by 15 percent sign last year period', 'It grew by 15% last year.'],
  ['write to at sign maria on friday period', 'Write to @maria on Friday.'],
  ['this is anna apostrophe s new book period', "This is Anna's new book."],
  ['the students apostrophe books are here period', "The students' books are here."],
  ['I love it exclamation mark exclamation mark', 'I love it!'],
  ['are you there question mark I am here period', 'Are you there? I am here.'],
  ['see you soon comma Maria', 'See you soon, Maria.'],
  ['it costs 5 dollars comma of course period', 'It costs $5, of course.'],
]);

group('row 1: with the marks that the recognizer puts around them', [
  ['Send it, comma, please, period.', 'Send it, please.'],
  ['Are you coming, question mark?', 'Are you coming?'],
  ['It was late. Comma. Too late.', 'It was late, too late.'],
  ['She said, open quote, come home, close quote, and left.', 'She said, "come home" and left.'],
  ['I agree. Exclamation point. Let us go.', 'I agree! Let us go.'],
  ['A well, hyphen, known fact is enough.', 'A well-known fact is enough.'],
]);

group('row 2: a name that is a noun stays', [
  ['the trial period ends', 'The trial period ends.'],
  ['add a comma after it', 'Add a comma after it.'],
  ['Victorian period', 'Victorian period'],
  ['please remove the comma in line two', 'Please remove the comma in line two.'],
  ['it was a period of great change', 'It was a period of great change.'],
  ['he has colon cancer and is in treatment', 'He has colon cancer and is in treatment.'],
  ['add a dash of salt to the soup', 'Add a dash of salt to the soup.'],
  ['i have to dash now', 'I have to dash now.'],
  ['they want to slash prices next week', 'They want to slash prices next week.'],
  ['the grace period is over', 'The grace period is over.'],
  ['is this the colon key or not', 'Is this the colon key or not?'],
  ['there is a big question mark over the plan', 'There is a big question mark over the plan.'],
  ['the car came to a full stop', 'The car came to a full stop.'],
  ['there is no comma in that sentence', 'There is no comma in that sentence.'],
  ['use comma separated values for it', 'Use comma separated values for it.'],
  ['we were there for a long period last year', 'We were there for a long period last year.'],
  ['he won the hundred meter dash last year', 'He won the hundred meter dash last year.'],
  ['the word semicolon is hard to spell', 'The word semicolon is hard to spell.'],
  ['she watched a period drama with us', 'She watched a period drama with us.'],
  ['period costumes are expensive to make', 'Period costumes are expensive to make.'],
]);

group('row 2: and the same words as commands', [
  ['see you next time period', 'See you next time.'],
  ['that was fun period we should do it again period', 'That was fun. We should do it again.'],
  ['i need more time comma i think', 'I need more time, I think.'],
  ['what is that question mark', 'What is that?'],
  ['we left early comma which was good', 'We left early, which was good.'],
]);

group('row 3: never two marks in a row', [
  ['Hello, comma, Anna', 'Hello, Anna'],
  ['I am done. Period. Good night everybody.', 'I am done. Good night everybody.'],
  ['Wait,, what did you say?', 'Wait, what did you say?'],
  ['Is it over?. I hope so.', 'Is it over? I hope so.'],
  ['We left, period. They stayed.', 'We left. They stayed.'],
  ['Stop, exclamation mark! You are late.', 'Stop! You are late.'],
  ['One thing: , be careful there.', 'One thing: be careful there.'],
  ['What?! You cannot be serious.', 'What?! You cannot be serious.'],
  ['So... I think we should go.', 'So... I think we should go.'],
]);

group('row 1: other languages keep their words', [
  ['il comma due della legge è chiaro', 'Il comma due della legge è chiaro.', { language: 'it' }],
  ['das Colon ist ein Satzzeichen im Englischen', 'Das Colon ist ein Satzzeichen im Englischen.', { language: 'de' }],
  ['la période est finie depuis hier', 'La période est finie depuis hier.', { language: 'fr' }],
  ['me gusta el dash de este coche', 'Me gusta el dash de este coche.'],
  ['o slash é um guitarrista muito bom', 'O slash é um guitarrista muito bom.', { language: 'pt-BR' }],
]);

group('row 1: quote … unquote', [
  ['he said quote I am done unquote and left', 'He said "I am done" and left.'],
  ['She wrote, quote, see you soon, unquote, and smiled.', 'She wrote, "see you soon", and smiled.'],
  ['it is quote great end quote they say period', 'It is "great" they say.'],
  ['send me a quote for the roof today', 'Send me a quote for the roof today.'],
  ['he is my quote unquote best friend', 'He is my quote unquote best friend.'],
  ['we quote prices in euros at the end of the month', 'We quote prices in euros at the end of the month.'],
]);

group('row 2: a name inside a longer one, and before its verb, is a noun', [
  ['the em dash is overused these days', 'The em dash is overused these days.'],
  ['the work period ended on friday', 'The work period ended on Friday.'],
  ['the contract period ended last week', 'The contract period ended last week.'],
  ['use semicolon instead of comma here', 'Use semicolon instead of comma here.'],
  ['add comma after the name please', 'Add comma after the name please.'],
]);

group('row 2: but a new sentence makes it a command', [
  ['please send me the revised contract period let me know', 'Please send me the revised contract. Let me know.'],
  ['i finished the report period then i went home', 'I finished the report. Then I went home.'],
  ['see you at the office period is it open', 'See you at the office. Is it open?'],
]);
