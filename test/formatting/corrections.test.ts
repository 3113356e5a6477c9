import { group } from './support.ts';

group('row 7: scratch that takes back the clause or sentence before', [
  ["let's meet monday scratch that let's meet tuesday", "Let's meet Tuesday"],
  ['I like it period we should buy it scratch that we should rent it period', 'I like it. We should rent it.'],
  ['We meet on Monday. Scratch that. We meet on Tuesday.', 'We meet on Tuesday.'],
  ['I bought apples, pears, scratch that, plums and grapes.', 'I bought apples, plums and grapes.'],
  [
    'Hello Anna, the meeting is on Monday, scratch that, the meeting is on Friday.',
    'Hello Anna, the meeting is on Friday.',
  ],
  ['It rained. It snowed. Strike that. It was dry all day.', 'It rained. It was dry all day.'],
  ['call him now delete that send him a mail', 'Send him a mail.'],
  ['One. Two. Three. Scratch that. Scratch that.', 'One.'],
]);

group('row 7: but not as an order about something else', [
  ['scratch that itch', 'Scratch that itch'],
  ['please delete that file from the server', 'Please delete that file from the server.'],
  ['I told him to delete that', 'I told him to delete that.'],
  ['we should strike that balance with care', 'We should strike that balance with care.'],
  ['You can scratch that off the list.', 'You can scratch that off the list.'],
  ['Scratch that.', 'Scratch that.'],
  ['did you delete that', 'Did you delete that?'],
]);

group('row 7: a number, day or month is replaced by the next', [
  ['at two actually make that three', 'At three'],
  ['the meeting is on tuesday no wait wednesday', 'The meeting is on Wednesday.'],
  ['I have two, no, three cats at home.', 'I have three cats at home.'],
  ['we met in june I mean in july', 'We met in July.'],
  ['order twenty sorry thirty of them please', 'Order 30 of them please.'],
  ['Come on Monday, no wait, on Tuesday.', 'Come on Tuesday.'],
  ['see you at five pm sorry six pm', 'See you at 6 PM.'],
  ['at two pm no wait three', 'At 3 PM'],
  ['the price is fifty i mean sixty euros', 'The price is €60.'],
  ['it is due friday or rather thursday', 'It is due Thursday.'],
]);

group('row 7: words that only sound like a correction', [
  ['I actually enjoyed it', 'I actually enjoyed it.'],
  ['we met on tuesday actually wednesday was full', 'We met on Tuesday actually Wednesday was full.'],
  ['I bought two sorry three people asked me', 'I bought two sorry three people asked me.'],
  ['sorry I am late again', 'Sorry I am late again.'],
  ['I mean it was really good', 'I mean it was really good.'],
  ['we need two not three of them', 'We need two not three of them.'],
  ['there were two actually nice people', 'There were two actually nice people.'],
  ['No wait times at this hospital today.', 'No wait times at this hospital today.'],
  ['make that two coffees please', 'Make that two coffees please.'],
  ['wir treffen uns am montag no wait dienstag', 'Wir treffen uns am montag no wait dienstag.', { language: 'de' }],
]);

group('row 7: over the marks that the recognizer puts into the pause', [
  ['we meet on Tuesday. No wait, Wednesday.', 'We meet on Wednesday.'],
  ['The report is due on Friday. Correction: Monday.', 'The report is due on Monday.'],
  ['the total is fifty, correction, sixty dollars', 'The total is $60.'],
  ['the meeting is in the morning, sorry, afternoon', 'The meeting is in the afternoon.'],
  ['it costs $50, no, $60 a month', 'It costs $60 a month.'],
  ['please call John, I mean, Jane', 'Please call Jane'],
]);

group('row 7: a phrase that begins again replaces the first', [
  ['send it to anna no sorry send it to maria', 'Send it to maria.'],
  ['we fly to rome no wait to milan in june', 'We fly to Milan in June.'],
  ['take the red one no wait the blue one', 'Take the blue one.'],
  ['turn left no wait right at the corner', 'Turn right at the corner.'],
]);

group('row 7: but no new sentence is taken for a correction', [
  ['put it on the table. Sorry, the phone rang.', 'Put it on the table. Sorry, the phone rang.'],
  ['we went to the store no wait the bank was closed', 'We went to the store no wait the bank was closed.'],
  ["let's go to the park. Actually, the weather is bad.", "Let's go to the park. Actually, the weather is bad."],
  ['I live in london sorry I am from paris', 'I live in London sorry I am from Paris.'],
  ['I like it. I mean it was really good.', 'I like it. I mean it was really good.'],
]);

group('replaceItems() follows two cues in a row, and replaces a day with its part', [
  ['I can do Thursday, no, hang on, Friday afternoon.', 'I can do Friday afternoon.'],
  ['Come on Saturday morning, no, sorry, Sunday morning.', 'Come on Sunday morning.'],
  ['Come on Saturday morning, no wait, on Sunday evening.', 'Come on Sunday evening.'],
  ['Give me two, no, hold on, three tickets.', 'Give me three tickets.'],
  ['I have two, hang on, three cats.', 'I have three cats.'],
  ['Tuesday, no wait, Wednesday is better.', 'Wednesday is better.'],
  ["I'll take the blue one, scratch that, the green one in size medium.", "I'll take the green one in size medium."],
  [
    "For Leo, I'll take the blue shirt. Scratch that, the green one in size medium.",
    "For Leo, I'll take the green one in size medium.",
  ],
]);

group('replaceItems() keeps an item before a clause of its own', [
  ['I can do Tuesday, actually no, Wednesday is better.', 'I can do Tuesday, actually no, Wednesday is better.'],
  ['I can do Tuesday, no, Wednesday works better.', 'I can do Tuesday, no, Wednesday works better.'],
  ['It is in five, no wait, six is too late.', 'It is in five, no wait, six is too late.'],
  [
    'We played on Sunday morning, sorry, Sunday morning was fun.',
    'We played on Sunday morning, sorry, Sunday morning was fun.',
  ],
  ['We read the plan, no sorry, the plan was old.', 'We read the plan, no sorry, the plan was old.'],
  ['Hang on, Friday is fine.', 'Hang on, Friday is fine.'],
  ['We asked at the desk, hang on, Anna is calling.', 'We asked at the desk, hang on, Anna is calling.'],
  ['I told him to hold on two minutes', 'I told him to hold on two minutes.'],
]);
