import { whenUserLeaves } from '../state/session.ts';

const secrets = new Map<string, string>();

whenUserLeaves(() => secrets.clear());

/** Holds the secret of a new endpoint in memory until the endpoint's page has shown it once. */
export function keepSecretOnce(endpointId: string, secret: string): void {
  secrets.set(endpointId, secret);
}

export function takeSecret(endpointId: string): string | null {
  const secret = secrets.get(endpointId) ?? null;
  secrets.delete(endpointId);
  return secret;
}
