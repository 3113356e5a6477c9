import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { canonicalEmail } from '../../accounts/email-address.ts';
import { type AccountExport, EXPORT_LIFETIME_MS, exportObject } from '../../accounts/exports.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { formatTimestamp } from '../instant.ts';
import type { Body } from '../schemas/components.ts';
import { checked, RequestValidationError } from '../validation.ts';
import { ACCOUNT_DATA_DOCS as docs } from './account-data-docs.ts';
import { authenticated } from './authenticate.ts';
import { endedSessionCookie } from './session-cookie.ts';

type AccountDataDeps = Pick<ApiDeps, 'accounts' | 'platform'>;

const Confirmation = Type.Object({
  email: Type.String({ maxLength: 254, description: "The account's address, as a confirmation" }),
});
const ExportParams = Type.Object({ export_id: Type.String({ format: 'uuid' }) });
const LINK_SECONDS = 60 * 60;

/** Export of all data, and account deletion. Both require a session; a personal token is refused. */
export function createAccountDataRoutes(deps: AccountDataDeps) {
  const { users, sessions, exports, workflows } = deps.accounts;
  const { recordings, publicUrl } = deps.platform;

  async function showExport(userId: string, { exportId, status, createdAt }: AccountExport) {
    const object = exportObject(userId, exportId);
    const link = { expiresInSeconds: LINK_SECONDS, contentType: 'application/zip', fileName: 'sotto-export.zip' };
    return {
      export_id: exportId,
      status,
      url: status === 'completed' ? (await recordings.signedUrl(object, link)).url : null,
      expires_at: formatTimestamp(createdAt + EXPORT_LIFETIME_MS),
    } satisfies Body<'AccountExport'>;
  }

  return new Elysia()
    .use(authenticated(deps, 'session'))
    .post(
      '/exports',
      async ({ user, set }) => {
        const { exportId, status } = await exports.begin(user.userId);
        await workflows.export({ userId: user.userId, exportId });
        set.status = 202;
        return { export_id: exportId, status };
      },
      checked({ detail: docs.begin }),
    )
    .get(
      '/exports',
      async ({ user }) => {
        const found = await exports.latest(user.userId);
        return { items: found ? [await showExport(user.userId, found)] : [] };
      },
      checked({ detail: docs.list }),
    )
    .get(
      '/exports/:export_id',
      async ({ user, params }) => {
        const found = await exports.latest(user.userId);
        if (found?.exportId !== params.export_id.toLowerCase()) throw new ApiError(404, 'Export not found');
        return showExport(user.userId, found);
      },
      checked({ params: ExportParams, detail: docs.show }),
    )
    .delete(
      '/me',
      async ({ user: { userId }, body, set }) => {
        const found = await users.get(userId);
        if (!found) throw new ApiError(404, 'User not found');
        if (found.email !== canonicalEmail(body.email)) {
          const msg = "Value should be the account's address";
          throw new RequestValidationError([{ loc: ['body', 'email'], msg, type: 'value_error' }]);
        }
        await workflows.delete({ userId });
        await sessions.endAll(userId);
        set.headers['set-cookie'] = endedSessionCookie(publicUrl);
        set.status = 202;
        return { status: 'accepted' };
      },
      checked({ body: Confirmation, detail: docs.remove }),
    );
}
