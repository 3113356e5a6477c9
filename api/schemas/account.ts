import { Type } from '@sinclair/typebox';
import { WAYS } from '../../accounts/audit-log.ts';
import { SCOPES } from '../../accounts/tokens.ts';
import { list, oneOf, orNull, ref, text, time, uuid } from './parts.ts';

const scopes = Type.Array(oneOf(SCOPES));
const token = {
  token_id: uuid(),
  name: text(),
  scopes,
  created_at: time(),
  last_used_at: orNull(time()),
  expires_at: orNull(time('When it stops working; null for never')),
};

const exportStatus = oneOf(['running', 'completed', 'failed']);

const feedLink = { created_at: time(), last_used_at: orNull(time('To the minute')) };

const connectedApp = {
  grant_id: uuid(),
  client_name: text('What the program calls itself'),
  redirect_host: text('Where its answers go'),
  scopes,
  created_at: time(),
  last_used_at: time('To the minute'),
};

/** Users, sessions and personal tokens. */
export const ACCOUNT_SCHEMAS = {
  SignInRequested: Type.Object({ expires_in: Type.Integer({ description: 'Seconds until the link expires' }) }),
  User: Type.Object({ user_id: uuid(), email: text(), created_at: time(), scopes }),
  SessionList: list(
    Type.Object({
      session_id: uuid(),
      created_at: time('When the user signed in'),
      last_used_at: time('To the minute'),
      user_agent: orNull(text('The `User-Agent` of the browser when it signed in')),
      current: Type.Boolean({ description: 'Whether this request used the session' }),
    }),
  ),
  ExportAccepted: Type.Object({ export_id: uuid(), status: exportStatus }),
  AccountExport: Type.Object({
    export_id: uuid(),
    status: exportStatus,
    url: orNull(text('Link to the ZIP file, valid for an hour; null until the file is complete')),
    expires_at: time('When the file is deleted'),
  }),
  AccountExportList: list(ref('AccountExport')),
  SecurityEvent: Type.Object({
    event_id: text(),
    at: time(),
    action: text('What happened'),
    by: oneOf(WAYS, 'How the actor was authenticated'),
    address: orNull(text("The client's address, an IPv6 one as its /64; null for an operator's command")),
    subject: orNull(text('The id of the token, session, endpoint or export')),
  }),
  SecurityEventList: Type.Object({
    items: Type.Array(ref('SecurityEvent')),
    next: orNull(text('The `before` of the next page; null when there is none')),
  }),
  FeedLink: Type.Object(feedLink),
  FeedSettings: Type.Object({ link: orNull(ref('FeedLink')) }),
  NewFeedLink: Type.Object({ ...feedLink, url: text('Shown this once') }),
  AuthorizationRequest: Type.Object({
    client_name: text('What the program calls itself; nobody has checked it'),
    redirect_host: text('Where the answer goes'),
    scopes,
    redirect_to: orNull(text('Where to send the browser at once, because the request is not valid')),
  }),
  AuthorizationDecision: Type.Object({ redirect_to: text('Brings the answer to the program') }),
  ConnectedApp: Type.Object(connectedApp),
  ConnectedAppList: list(ref('ConnectedApp')),
  DeletionAccepted: Type.Object({ status: Type.Literal('accepted') }),
  PersonalToken: Type.Object(token),
  PersonalTokenList: list(ref('PersonalToken')),
  NewPersonalToken: Type.Object({ ...token, secret: text('Not shown again') }),
} as const;
