import { createOperatorCredential } from '../accounts/operator-credential.ts';
import type { Platform } from './platform.ts';
import type { Settings } from './settings.ts';

/** What the operator API has beside the other domains. */
export type Operator = ReturnType<typeof createOperator>;

export function createOperator({ temporal }: Pick<Platform, 'temporal'>, settings: Settings['operator']) {
  return {
    credential: createOperatorCredential(settings.token),
    /** Where Temporal's Web UI is, without a trailing slash. */
    temporalUiUrl: settings.temporalUiUrl?.replace(/\/+$/, '') ?? null,
    /** Encrypts what Temporal stores; null when it stores plain payloads. */
    payloadCodec: temporal.options.loadedDataConverter.payloadCodecs[0] ?? null,
    temporalNamespace: temporal.options.namespace,
  };
}
