import { random } from './support.ts';

const RATE = 16_000;

function sound(seconds: number, at: (time: number, sample: number) => number): Float32Array {
  return Float32Array.from({ length: seconds * RATE }, (_, sample) => at(sample / RATE, sample));
}

/** Equal power at all frequencies. */
export function whiteNoise(seconds: number, level: number): Float32Array {
  const next = random(1);
  return sound(seconds, () => level * (2 * next() - 1));
}

/** More power at low frequencies, like wind or a fan (Voss's algorithm). */
export function pinkNoise(seconds: number, level: number): Float32Array {
  const next = random(2);
  const rows = new Float64Array(12);
  return sound(seconds, (_, sample) => {
    const row = Math.min(rows.length - 1, Math.clz32(1) - Math.clz32(sample & -sample || 1));
    rows[Math.abs(row)] = 2 * next() - 1;
    return (level * rows.reduce((sum, value) => sum + value, 0)) / 6;
  });
}

/** Mains hum with overtones. */
export function hum(seconds: number): Float32Array {
  return sound(seconds, (time) => 0.2 * [50, 100, 150, 250].reduce((sum, hertz) => sum + sine(hertz, time), 0));
}

export function clicks(seconds: number): Float32Array {
  return sound(seconds, (_, sample) => (sample % 4_000 < 12 ? 0.8 : 0));
}

/** A held chord with vibrato. */
export function chord(seconds: number): Float32Array {
  return sound(
    seconds,
    (time) => 0.15 * [262, 330, 392, 523].reduce((sum, hertz) => sum + sine(hertz, time + 0.001 * sine(5, time)), 0),
  );
}

/** Plucked notes with overtones, three a second. */
export function melody(seconds: number): Float32Array {
  const notes = [220, 262, 330, 294, 247, 392, 349, 440];
  return sound(seconds, (time) => {
    const hertz = notes[Math.floor(time * 3) % notes.length] ?? 220;
    const decay = Math.exp(-3 * ((time * 3) % 1));
    return (
      0.4 * decay * [1, 2, 3, 4, 5].reduce((sum, overtone) => sum + sine(hertz * overtone, time) / overtone ** 1.5, 0)
    );
  });
}

/** A kick and a snare, two a second. */
export function drums(seconds: number): Float32Array {
  const next = random(3);
  return sound(seconds, (time) => {
    const beat = (time * 2) % 1;
    const isKick = Math.floor(time * 2) % 2 === 0;
    return isKick ? 0.8 * Math.exp(-12 * beat) * sine(60, beat) : 0.5 * Math.exp(-20 * beat) * (2 * next() - 1);
  });
}

/** The tones of a telephone's keys. */
export function keyTones(seconds: number): Float32Array {
  return sound(seconds, (time) => ((time * 2) % 1 < 0.5 ? 0.3 * (sine(770, time) + sine(1_336, time)) : 0));
}

function sine(hertz: number, time: number): number {
  return Math.sin(2 * Math.PI * hertz * time);
}
