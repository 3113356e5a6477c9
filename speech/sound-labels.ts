/** Sounds by which speech models name what is no speech. */
const SOUNDS =
  /\b(?:music|musical|applause|laughter|laughs?|laughing|silence|silent|noises?|static|inaudible|unintelligible|indistinct|coughs?|coughing|breathing|breaths?|sighs?|sighing|sneezes?|cheering|cheers|clapping|typing|clicking|beeping|beeps?|ringing|knocking|barking|chirping|rustling|crying|sobbing|groans?|gasps?|speaking (?:in )?(?:a )?foreign|foreign language|no speech|blank[ _]audio|wind blowing|engine revving|footsteps)\b/iu;
const BRACKETED = /\[[^[\]\n]{1,40}\]|\*[^*\n]{1,40}\*/gu;
const ROUND = /^\([^()\n]{1,40}\)$/u;
const NOTES = /[♪♫]+/gu;

/**
 * The words of a transcript without the labels that its speech model wrote for sounds: `[BLANK_AUDIO]`, `*laughs*`,
 * `♪`. Round brackets may have been dictated, so a label in them counts only where it is the whole text.
 */
export function removeSoundLabels(text: string): string {
  const plain = text.replace(NOTES, ' ').replace(BRACKETED, (label) => (isSound(label) ? ' ' : label));
  const said = plain.replace(/\s+/gu, ' ').trim();
  return ROUND.test(said) && isSound(said) ? '' : said;
}

function isSound(label: string): boolean {
  return SOUNDS.test(label.replaceAll('_', ' '));
}
