import { group } from './support.ts';

group('row 11: bullet points', [
  ['bullet point milk bullet point eggs', '- Milk\n- Eggs'],
  ['shopping list colon bullet point milk bullet point two eggs', 'Shopping list:\n- Milk\n- Two eggs'],
  ['Bullet point, call Anna. Bullet point, call Tom.', '- Call Anna\n- Call Tom'],
  ['to do bullet point write the report next bullet point send it', 'To do\n- Write the report\n- Send it'],
  ['bullet point fix the bug new paragraph that is all for today', '- Fix the bug\n\nThat is all for today.'],
  ['bullet point one comma two bullet point three', '- One, two\n- Three'],
]);

group('row 11: numbered lists', [
  ['number one buy milk number two call mom', '1. Buy milk\n2. Call mom'],
  [
    'Number one, speed. Number two, price. Let me know what you think.',
    '1. Speed\n2. Price\n\nLet me know what you think.',
  ],
  ['we need two things number one time number two money', 'We need two things\n1. Time\n2. Money'],
  ['number one eat number two sleep number three repeat', '1. Eat\n2. Sleep\n3. Repeat'],
  ['Number 1, apples. Number 2, pears.', '1. Apples\n2. Pears'],
]);

group('row 11: numbers and bullets in prose', [
  ['she is number one and he is number two', 'She is number one and he is number two.'],
  ['our number one priority is the customer', 'Our number one priority is the customer.'],
  ['number one fan of the team is here', 'Number one fan of the team is here.'],
  ['option number one is better than option number two', 'Option number one is better than option number two.'],
  ['add a bullet point to the slide', 'Add a bullet point to the slide.'],
  ['the bullet hit the wall at that point', 'The bullet hit the wall at that point.'],
  ['first bullet point is about the price', 'First bullet point is about the price.'],
  ['the last bullet point needs more work', 'The last bullet point needs more work.'],
  ['number two is missing from this list', 'Number two is missing from this list.'],
  ['take the number one bus to the center', 'Take the number one bus to the center.'],
]);

group('row 11: a list that is there stays', [
  ['- Milk\n- Eggs', '- Milk\n- Eggs'],
  ['1. Speed\n2. Price', '1. Speed\n2. Price'],
  ['Buy:\n- milk\n- eggs', 'Buy:\n- Milk\n- Eggs'],
]);
