import { describe, expect, test } from 'bun:test';
import { readConfig } from '../../../platform/config/config.ts';
import { noteConcurrency, speechOptions } from '../../../platform/config/engines.ts';
import { createLog } from '../../../platform/log.ts';

const log = createLog('silent');
const remote = { SPEECH_URL: 'http://localhost:8000/v1' };

describe('speechOptions() counts speech processes', () => {
  test.each([
    [1, 1],
    [2, 1],
    [4, 2],
    [7, 3],
    [64, 4],
  ])('on %i cores: %i', (cores, processes) => {
    expect(speechOptions(readConfig({}), log, cores).processes).toBe(processes);
  });

  test('as SPEECH_PROCESSES says', () => {
    expect(speechOptions(readConfig({ SPEECH_PROCESSES: '12' }), log, 2).processes).toBe(12);
  });
});

describe('noteConcurrency() is', () => {
  test('one note for each embedded engine', () => {
    expect(noteConcurrency(readConfig({}), 8)).toBe(4);
    expect(noteConcurrency(readConfig({ SPEECH_PROCESSES: '6' }), 8)).toBe(6);
  });

  test('many where a server transcribes, whatever decodes here', () => {
    expect(noteConcurrency(readConfig({ ...remote, SPEECH_PROCESSES: '1' }), 2)).toBe(16);
  });

  test('what NOTE_CONCURRENCY says', () => {
    expect(noteConcurrency(readConfig({ NOTE_CONCURRENCY: '3' }), 64)).toBe(3);
    expect(noteConcurrency(readConfig({ ...remote, NOTE_CONCURRENCY: '40' }), 2)).toBe(40);
  });
});
