/** Registers the service worker, so that the app opens without a connection. */
export function startServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register(scriptUrl('/service-worker.js')).catch(() => {
    // Private windows may refuse it. The app then needs a connection.
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

/** The page's policy requires Trusted Types. This one allows only the URL of the service worker. */
function scriptUrl(url: '/service-worker.js'): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return url;
  const policy = trustedTypes.createPolicy('sotto-script-url', { createScriptURL: () => '/service-worker.js' });
  return policy.createScriptURL(url);
}
