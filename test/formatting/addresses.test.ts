import { group } from './support.ts';

group('row 9: e-mail addresses', [
  ['anna dot smith at example dot com', 'anna.smith@example.com'],
  ['write to info at example dot org please', 'Write to info@example.org please.'],
  ['my mail is j underscore doe at mail dot example dot co dot uk', 'My mail is j_doe@mail.example.co.uk'],
  ['send it to max dash power at example dot de today', 'Send it to max-power@example.de today.'],
  ['it is john underscore doe ninety nine at gmail dot com', 'It is john_doe99@gmail.com'],
  ['mail kim one two three at example dot com', 'Mail kim123@example.com'],
  ['ask bob at sign example dot net', 'Ask bob@example.net'],
  ['reach me at anna plus news at example dot com period', 'Reach me at anna+news@example.com.'],
  ['Write to Anna dot Smith at Example dot com, please.', 'Write to anna.smith@example.com, please.'],
]);

group('row 9: web addresses', [
  ['www dot example dot com slash docs', 'www.example.com/docs'],
  ['go to docs dot example dot com slash api slash v2 now', 'Go to docs.example.com/api/v2 now.'],
  ['https colon slash slash example dot org', 'https://example.org'],
  ['look at example dot com', 'Look at example.com'],
  ['the site book dash shop dot com is down', 'The site book-shop.com is down.'],
  ['we are hosted at example dot io slash status dash page', 'We are hosted at example.io/status-page'],
]);

group('row 9: words that only sound like addresses', [
  ['look at example', 'Look at example'],
  ['meet us at nine at example dot com', 'Meet us at nine at example.com'],
  ['the dot com bubble was a long time ago', 'The dot com bubble was a long time ago.'],
  ['connect the dots at home with me', 'Connect the dots at home with me.'],
  ['put a dot at the end of it', 'Put a dot at the end of it.'],
  ['he looked at me and left us', 'He looked at me and left us.'],
  ['dot it and cross it please', 'Dot it and cross it please.'],
]);

group('row 9: addresses that are written stay as they are', [
  ['See https://example.com/a_b?c=1, please.', 'See https://example.com/a_b?c=1, please.'],
  ['mail anna@example.com about the comma', 'Mail anna@example.com about the comma.'],
  ['example.com is our new home page', 'example.com is our new home page.'],
  ['the file is in ~/docs/new_line.txt now', 'The file is in ~/docs/new_line.txt now.'],
]);

group('findFileName() writes file names in prose', [
  ['open index dot html and readme dot md', 'Open index.html and readme.md'],
  ['the lock file is package dash lock dot json today', 'The lock file is package-lock.json today.'],
  ['connect the dot to the line', 'Connect the dot to the line.'],
  ['what is a dot pdf exactly', 'What is a dot PDF exactly?'],
]);

group('readSplitHost() joins a host that is said as two words after a mailbox', [
  ['write to support at blue lake dot co dot uk', 'Write to support@bluelake.co.uk'],
  ['email anna at north wind dot com later today', 'Email anna@northwind.com later today.'],
  ['we met at blue lake dot com headquarters', 'We met at blue lake.com headquarters.'],
]);
