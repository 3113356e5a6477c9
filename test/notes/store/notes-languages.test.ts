import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createNoteStore } from '../../../notes/store/notes.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { addNote, listIds } from './note-helpers.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

const SENTENCES: [script: string, text: string, hits: string[], misses: string[]][] = [
  [
    'Latin with accents',
    "L'été dernier, Zoë a déjeuné à l'École des Beaux-Arts près de Łódź.",
    ['ete', 'ÉTÉ', 'dejeun', 'ecole beaux', 'zoe', 'lodz', "l'école", 'Łódź'],
    ['jeune', 'hiver', 'ete hiver', 'cole'],
  ],
  [
    'German',
    'Die Straßenbahn fährt über die Brücke.',
    ['strasse', 'STRASSENBAHN', 'fahrt', 'uber', 'brucke'],
    ['bahn', 'fahrten'],
  ],
  [
    'Cyrillic',
    'Вчера мы ещё раз обсудили распознавание речи в Санкт-Петербурге.',
    ['еще', 'ЕЩЁ', 'распозн', 'петербург', 'санкт-петербурге', 'речи вчера'],
    ['ознавание', 'завтра'],
  ],
  [
    'Arabic',
    'اجتمعنا أمس في القاهرة لمناقشة مشروع التعرّف على الكلام.',
    ['القاهرة', 'التعرف', 'امس', 'مشروع الكلام', 'اجتم'],
    ['قاهرة', 'دمشق'],
  ],
  [
    'Chinese',
    '今天下午我们在北京大学开会讨论了人工智能的发展。',
    ['北京', '大学', '北京大学', '人工智能', '今天 讨论', '开会讨论', '发'],
    ['京大', '上海', '北京 上海'],
  ],
  [
    'Japanese',
    '昨日、東京都庁で新しいプロジェクトの会議がありました。',
    ['東京', '東京都庁', 'プロジェ', '会議', '昨日 会議', 'ﾌﾟﾛｼﾞｪｸﾄ'],
    ['大阪', 'ロジェクト', '京都'],
  ],
  [
    'Japanese with foreign words',
    '来週は東京タワーでクラウドサービスの説明会です。',
    ['タワー', '東京', '東京タワー', 'ﾀﾜｰ', 'クラウド', '説明会'],
    ['ワー', '京タワー'],
  ],
  [
    'Thai',
    'เมื่อวานนี้ฉันไปประชุมที่กรุงเทพมหานครเกี่ยวกับโครงการภาษาไทย',
    ['ประชุม', 'กรุงเทพมหานคร', 'กรุงเทพ', 'ภาษาไทย', 'โครงการ ประชุม'],
    ['เชียงใหม่', 'มหานคร'],
  ],
  [
    'Korean',
    '어제 서울에서 새로운 프로젝트 회의를 했습니다.',
    ['서울', '프로젝트', '회의', '어제 회의'],
    ['울에서', '부산'],
  ],
  ['Greek', 'Χθες συζητήσαμε το νέο έργο στην Αθήνα.', ['συζητησαμε', 'ΝΕΟ', 'αθηνα'], ['θηνα', 'πατρα']],
  ['Hindi', 'कल हमने दिल्ली में नई परियोजना पर चर्चा की।', ['दिल्ली', 'परियोजना', 'चर्चा कल'], ['मुंबई', 'योजना']],
];

test.each(SENTENCES)('list() searches %s: %s', async (_script, text, hits, misses) => {
  const notes = createNoteStore(server.redis);
  const userId = crypto.randomUUID();
  await addNote(notes, userId, { transcript: 'Something else was said here.' });
  const noteId = await addNote(notes, userId, { transcript: text });
  for (const query of hits) expect([query, await listIds(notes, userId, { query })]).toEqual([query, [noteId]]);
  for (const query of misses) expect([query, await listIds(notes, userId, { query })]).toEqual([query, []]);
});
