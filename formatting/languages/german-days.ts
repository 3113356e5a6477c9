const DAY = /^\d{1,2}\.$/u;
const MONTH =
  /^(?:januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)(?!\p{L})/iu;
const JOINT = /^(?:bis|und|oder|auf|zum|dem|den)$/u;
/** The words between two days of one month: "vom 11. bis zum 15. Mai". */
const MAX_JOINTS = 2;

/** Whether a chunk such as `3.` is the day of a German date, so that its full stop ends no sentence. */
export function isGermanDay(chunks: readonly string[], index: number): boolean {
  if (!DAY.test(chunks[index] ?? '')) return false;
  let next = index + 1;
  while (next - index <= MAX_JOINTS && JOINT.test(chunks[next] ?? '')) next += 1;
  if (next > index + 1 && DAY.test(chunks[next] ?? '')) next += 1;
  else if (next > index + 1) return false;
  return MONTH.test(chunks[next] ?? '');
}
