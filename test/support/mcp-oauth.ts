import {
  auth,
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';

/**
 * Connects the official client by OAuth as a program on a user's machine does: it finds the authorization server,
 * registers itself, and has the user decide.
 * @param decide the action of the consent page, given the query that the client opens it with
 * @returns the client and its stored state
 */
export async function connectByOAuth(url: string, decide: (query: string) => Promise<URL>) {
  const kept: {
    client?: StoredOAuthClientInformation;
    tokens?: StoredOAuthTokens;
    verifier?: string;
    answer?: URLSearchParams;
    server?: OAuthDiscoveryState;
  } = {};
  const provider: OAuthClientProvider = {
    redirectUrl: 'http://127.0.0.1:33418/callback',
    clientMetadata: { client_name: 'Official client', redirect_uris: ['http://127.0.0.1/callback'] },
    state: () => 'state of the client',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    discoveryState: () => kept.server,
    saveDiscoveryState: (server) => {
      kept.server = server;
    },
    codeVerifier: () => kept.verifier ?? '',
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    redirectToAuthorization: async (page) => {
      if (page.origin + page.pathname !== `${url}/oauth/authorize`) throw new Error(`Not the consent page: ${page}`);
      kept.answer = (await decide(page.search.slice(1))).searchParams;
    },
  };
  const serverUrl = `${url}/mcp`;
  if ((await auth(provider, { serverUrl })) !== 'REDIRECT') throw new Error('The client asked no user');
  const [authorizationCode = '', iss = ''] = ['code', 'iss'].map((name) => kept.answer?.get(name) ?? '');
  if ((await auth(provider, { serverUrl, authorizationCode, iss })) !== 'AUTHORIZED') {
    throw new Error('The client got no tokens');
  }
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(serverUrl), { authProvider: provider });
  await client.connect(transport);
  return { client, kept };
}
