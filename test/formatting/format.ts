import { type FormatInput, formatByRules } from '../../formatting/pipeline.ts';

/** The fields that a case may set besides its text. */
export type CaseOptions = Partial<Pick<FormatInput, 'language' | 'dictionary' | 'context'>>;

/** Formats with the rules only, without a language model. */
export function format(text: string, { language, dictionary, context }: CaseOptions = {}): string {
  return formatByRules({ text, language, dictionary, context });
}
