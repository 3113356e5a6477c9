import { describe, expect, test } from 'bun:test';
import { createProgress } from '../../development/progress.ts';
import { eventually } from '../support/eventually.ts';

function keptStream(isTTY: boolean) {
  const texts: string[] = [];
  return { texts, stream: { isTTY, write: (text: string) => texts.push(text) } };
}

describe('createProgress()', () => {
  test('logs that a long step still runs, and its end', async () => {
    const { texts, stream } = keptStream(false);
    await createProgress(stream, { everySeconds: 0.01 }).during('Building', () =>
      eventually('two lines of progress', () => texts.length > 2),
    );
    expect(texts[0]).toBe('Building …\n');
    expect(texts[1]).toBe('Building … 0 s\n');
    expect(texts.at(-1)).toBe('Building: done in 0 s\n');
  });

  test('uses one line on a terminal', async () => {
    const { texts, stream } = keptStream(true);
    await createProgress(stream).during('Building', async () => {});
    expect(texts.join('').split('\n')).toHaveLength(2);
    expect(texts.join('')).toEndWith('\r\u001b[KBuilding: done in 0 s\n');
  });

  test('reports a failed step and throws its error', async () => {
    const { texts, stream } = keptStream(false);
    const failing = createProgress(stream).during('Building', () => Promise.reject(new Error('no Go')));
    await expect(failing).rejects.toThrow('no Go');
    expect(texts.at(-1)).toBe('Building: failed after 0 s\n');
  });
});
