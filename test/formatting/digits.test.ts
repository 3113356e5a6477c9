import { group } from './support.ts';

group('row 10: digits that are said one by one', [
  ['my number is five five five one two three four', 'My number is 5551234.'],
  ['the code is four oh four', 'The code is 404.'],
  ['call nine one one right away', 'Call 911 right away.'],
  ['dial double five three two one', 'Dial 55321'],
  ['my pin is seven triple zero please', 'My pin is 7000 please.'],
  ['order number three seven nine two is late', 'Order number 3792 is late.'],
  ['oh one six three two nine six is the number', '0163296 is the number.'],
  ['Call 5 5 5 1 2 3 4 now.', 'Call 5551234 now.'],
  ['Call five five five, one two three, four five six seven.', 'Call 555-123-4567.'],
  ['we fly on flight two oh seven', 'We fly on flight 207.'],
]);

group('row 10: counting and other numbers stay', [
  ['I have one two at most', 'I have one two at most.'],
  ['one, two, three, four, go', 'One, two, three, four, go.'],
  ['it is five to one now', 'It is five to one now.'],
  ['two three hundred people were there', 'Two three hundred people were there.'],
  ['oh two of them came early', 'Oh two of them came early.'],
  ['double trouble is what we have', 'Double trouble is what we have.'],
]);

group('readDigits() leaves counting as words unless an identifier is announced', [
  ['five six seven eight and turn', 'Five six seven eight and turn.'],
  ['four three two one and we are off', 'Four three two one and we are off.'],
  ['my pin is one two three four', 'My pin is 1234.'],
  ['my number is five six seven eight', 'My number is 5678.'],
]);
