/** Names of sounds that speech models write for audio without speech. */
const SOUNDS =
  /\b(?:music|musical|applause|laughter|laughs?|laughing|silence|silent|noises?|static|inaudible|unintelligible|indistinct|coughs?|coughing|breathing|breaths?|sighs?|sighing|sneezes?|cheering|cheers|clapping|typing|clicking|beeping|beeps?|ringing|knocking|barking|chirping|rustling|crying|sobbing|groans?|gasps?|speaking (?:in )?(?:a )?foreign|foreign language|no speech|blank[ _]audio|wind blowing|engine revving|footsteps)\b/iu;
const BRACKETED = /\[[^[\]\n]{1,40}\]|\*[^*\n]{1,40}\*/gu;
const ROUND = /^\([^()\n]{1,40}\)$/u;
const NOTES = /[♪♫]+/gu;

/**
 * Removes the labels that a speech model wrote for sounds: `[BLANK_AUDIO]`, `*laughs*`, `♪`. Text in round brackets may
 * have been dictated, so such a label counts only if it is the whole text.
 */
export function removeSoundLabels(text: string): string {
  const plain = text.replace(NOTES, ' ').replace(BRACKETED, (label) => (isSound(label) ? ' ' : label));
  const said = plain.replace(/\s+/gu, ' ').trim();
  return ROUND.test(said) && isSound(said) ? '' : said;
}

function isSound(label: string): boolean {
  return SOUNDS.test(label.replaceAll('_', ' '));
}
