/** Has the browser keep the app itself, so that it opens without a connection. */
export function startServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register(scriptUrl('/service-worker.js')).catch(() => {
    // Private windows refuse it: the app works, but only with a connection.
  });
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
}

/** The page's policy demands Trusted Types: this one lets nothing through but the service worker. */
function scriptUrl(url: '/service-worker.js'): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return url;
  const policy = trustedTypes.createPolicy('sotto-script-url', { createScriptURL: () => '/service-worker.js' });
  return policy.createScriptURL(url);
}
