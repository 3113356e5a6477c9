import { Type } from '@sinclair/typebox';
import { list, oneOf, orNull, ref, text, time, uuid } from './parts.ts';

const day = Type.String({ format: 'date', description: 'In UTC' });
const count = () => Type.Integer({ minimum: 0 });
const seconds = () => Type.Number({ minimum: 0, description: 'Of audio' });

const operatorKey = {
  key_id: uuid(),
  label: text(),
  last4: text("The secret's last four characters"),
  created_at: time(),
  expires_at: orNull(time()),
  revoked_at: orNull(time()),
  last_used_at: orNull(time('To the minute; also by a client token of the key')),
};

/** What operators see, and usage by day. */
export const OPERATOR_SCHEMAS = {
  OperatorOrganization: Type.Object({
    organization_id: uuid(),
    name: text(),
    allowed_origins: Type.Array(text()),
    requests_a_minute: Type.Integer({ description: 'For each key' }),
    created_at: time(),
    keys: Type.Array(Type.Object(operatorKey), { description: 'Newest first, expired and revoked ones too' }),
  }),
  NewOperatorKey: Type.Object({ ...operatorKey, secret: text('Shown only here') }),
  OperatorOrganizationList: list(ref('OperatorOrganization')),
  OrganizationUsageDay: Type.Object({
    day,
    organization_id: uuid(),
    dictations: count(),
    seconds: seconds(),
    failed: count(),
  }),
  OrganizationUsage: list(ref('OrganizationUsageDay')),
  FailingEndpoint: Type.Object({
    endpoint_id: uuid(),
    user_id: uuid(),
    host: text('Of its URL'),
    status: oneOf(['enabled', 'disabled']),
    failing_since: orNull(time('When its failures began; null once it is disabled')),
    disabled_at: orNull(time()),
  }),
  FailingEndpointList: list(ref('FailingEndpoint')),
  CodecPayloads: Type.Object({
    payloads: Type.Array(
      Type.Object({
        metadata: Type.Record(Type.String(), text('Base64')),
        data: Type.Optional(text('Base64')),
      }),
    ),
  }),
  OperatorLinks: Type.Object({
    temporal_ui: orNull(text("The address of Temporal's Web UI")),
    namespace: text('In Temporal'),
  }),
  UserUsageDay: Type.Object({
    day,
    notes: Type.Integer({ minimum: 0, description: 'Notes that were processed' }),
    note_seconds: seconds(),
    dictations: count(),
    dictation_seconds: seconds(),
  }),
  UserUsage: list(ref('UserUsageDay')),
} as const;
