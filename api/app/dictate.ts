import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { suggestTerms } from '../../formatting/dictionary/suggestions.ts';
import { MAX_DICTIONARY_BYTES, MAX_EXTRA_INSTRUCTIONS_BYTES } from '../../formatting/limits.ts';
import type { ApiDeps } from '../deps.ts';
import { type DictationIntake, dictate } from '../enterprise/dictate.ts';
import type { DictateForm } from '../enterprise/dictate-form.ts';
import { ApiError, EnterpriseError } from '../errors.ts';
import { checked, nullable, RequestValidationError } from '../validation.ts';
import { authenticated, type Principal } from './authenticate.ts';
import { DICTATION_DOCS as docs } from './dictate-docs.ts';
import { language } from './note-upload.ts';

type DictateDeps = Pick<ApiDeps, 'accounts'> & DictationIntake;

const MAX_TEXT_LENGTH = 50_000;
const Preferences = Type.Object({
  dictionary: Type.String({ maxLength: MAX_DICTIONARY_BYTES, description: 'Names and replacements, one per line' }),
  instructions: Type.String({ maxLength: MAX_EXTRA_INSTRUCTIONS_BYTES, description: 'Style instructions' }),
  language: nullable(language),
});
const Correction = Type.Object({
  text: Type.String({ maxLength: MAX_TEXT_LENGTH, description: 'The text that the dictation returned' }),
  corrected: Type.String({ maxLength: MAX_TEXT_LENGTH, description: 'The text after the person edited it' }),
});

/** The key id of dictations whose caller is a signed-in user. */
const KEY_ID = 'app';

/** Dictations of a signed-in user, formatted with the user's own dictionary and style. */
export function createDictationRoutes(deps: DictateDeps) {
  const { preferences } = deps.dictation;
  return new Elysia()
    .use(authenticated(deps, 'session'))
    .post(
      '/dictate',
      ({ user, request, set }) => dictateAsUser(deps, user, request, String(set.headers['x-request-id'])),
      checked({ detail: docs.dictate }),
    )
    .get('/dictation-settings', ({ user }) => preferences.get(user.userId), checked({ detail: docs.getSettings }))
    .put(
      '/dictation-settings',
      async ({ user, body }) => {
        const { dictionary, instructions, language } = body;
        refuseOverBytes('dictionary', dictionary, MAX_DICTIONARY_BYTES);
        refuseOverBytes('instructions', instructions, MAX_EXTRA_INSTRUCTIONS_BYTES);
        await preferences.save(user.userId, { dictionary, instructions, language });
        return preferences.get(user.userId);
      },
      checked({ body: Preferences, detail: docs.putSettings }),
    )
    .post(
      '/dictation-settings/offers',
      ({ body }) => ({ terms: suggestTerms(body.text, body.corrected) }),
      checked({ body: Correction, detail: docs.offers }),
    );
}

async function dictateAsUser(deps: DictateDeps, { userId }: Principal, request: Request, requestId: string) {
  const complete = async (form: DictateForm): Promise<DictateForm> => {
    const own = await deps.dictation.preferences.get(userId);
    return {
      ...form,
      dictionary: joined(own.dictionary, form.dictionary),
      extraInstructions: joined(own.instructions, form.extraInstructions),
      language: form.language ?? own.language ?? undefined,
    };
  };
  try {
    const caller = { orgId: userId, keyId: KEY_ID, owner: 'user' as const };
    return await dictate(deps, caller, request, requestId, complete);
  } catch (error) {
    if (!(error instanceof EnterpriseError)) throw error;
    throw new ApiError(error.status, error.message, error.retryAfterSeconds);
  }
}

/** The user's own text, followed by the text of this request. Undefined when both are blank. */
function joined(always: string, more: string | undefined): string | undefined {
  return [always, more ?? ''].filter((text) => text.trim() !== '').join('\n') || undefined;
}

function refuseOverBytes(field: string, text: string, maxBytes: number): void {
  if (Buffer.byteLength(text) <= maxBytes) return;
  const problem = { loc: ['body', field], msg: `Value should have at most ${maxBytes} bytes`, type: 'too_long' };
  throw new RequestValidationError([problem]);
}
