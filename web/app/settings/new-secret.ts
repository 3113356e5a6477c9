const secrets = new Map<string, string>();

/** Holds the secret of a new endpoint until its page shows it, which it does once. In memory alone. */
export function keepSecretOnce(endpointId: string, secret: string): void {
  secrets.set(endpointId, secret);
}

export function takeSecret(endpointId: string): string | null {
  const secret = secrets.get(endpointId) ?? null;
  secrets.delete(endpointId);
  return secret;
}
