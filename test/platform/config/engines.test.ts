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

  test('by SPEECH_PROCESSES', () => {
    expect(speechOptions(readConfig({ SPEECH_PROCESSES: '12' }), log, 2).processes).toBe(12);
  });
});

describe('noteConcurrency() is', () => {
  test('one note for each embedded engine', () => {
    expect(noteConcurrency(readConfig({}), 8)).toBe(4);
    expect(noteConcurrency(readConfig({ SPEECH_PROCESSES: '6' }), 8)).toBe(6);
  });

  test('many when a server transcribes, whatever the number of speech processes', () => {
    expect(noteConcurrency(readConfig({ ...remote, SPEECH_PROCESSES: '1' }), 2)).toBe(16);
  });

  test('NOTE_CONCURRENCY when it is set', () => {
    expect(noteConcurrency(readConfig({ NOTE_CONCURRENCY: '3' }), 64)).toBe(3);
    expect(noteConcurrency(readConfig({ ...remote, NOTE_CONCURRENCY: '40' }), 2)).toBe(40);
  });
});
