import { type FormatInput, formatByRules } from '../../formatting/pipeline.ts';

/** What a case may set besides its text. */
export type CaseOptions = Partial<Pick<FormatInput, 'language' | 'dictionary' | 'context'>>;

/** Formats by rules alone. */
export function format(text: string, { language, dictionary, context }: CaseOptions = {}): string {
  return formatByRules({ text, language, dictionary, context });
}
