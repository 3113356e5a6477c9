import { expect, test } from 'bun:test';
import {
  applyBetaUpdate,
  applyUpdate,
  DEFAULT_CONFIG,
  isProblem,
  settingsOf,
} from '../../../api/live/realtime/session-config.ts';

/** The settings after an update. @throws {Error} when it is refused */
function settingsAfter(updated: ReturnType<typeof applyUpdate>) {
  if (isProblem(updated)) throw new Error(updated.message);
  return settingsOf(updated, {});
}

test('applyUpdate() accepts the session of LiveKit Agents with use_realtime', () => {
  const turn_detection = { type: 'server_vad', threshold: 0.5, prefix_padding_ms: 600, silence_duration_ms: 350 };
  const input = {
    format: { rate: 24_000, type: 'audio/pcm' },
    transcription: { language: 'en', model: 'sotto' },
    turn_detection,
    noise_reduction: { type: 'near_field' },
  };
  const settings = settingsAfter(applyUpdate(DEFAULT_CONFIG, { type: 'transcription', audio: { input } }));
  expect(settings).toMatchObject({
    format: { encoding: 'pcm16', sampleRate: 24_000 },
    turns: { threshold: 0.5, prefixSeconds: 0.6, silenceSeconds: 0.35 },
    language: 'en',
    formats: true,
  });
});

test('applyBetaUpdate() accepts the session of older versions of LiveKit Agents, with empty texts', () => {
  const settings = settingsAfter(
    applyBetaUpdate(DEFAULT_CONFIG, {
      input_audio_format: 'pcm16',
      input_audio_transcription: {
        ...{ model: 'gpt-4o-mini-transcribe', prompt: '', language: '', noise_reduction_type: 'near_field' },
      },
      turn_detection: { type: 'server_vad', threshold: 0.5, prefix_padding_ms: 600, silence_duration_ms: 350 },
    }),
  );
  expect(settings).toMatchObject({ language: undefined, dictionary: undefined, turns: { silenceSeconds: 0.35 } });
});
