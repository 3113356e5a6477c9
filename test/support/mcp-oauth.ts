import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';

/**
 * Connects the official client by OAuth as a program on a user's machine does: it finds the authorization server,
 * registers itself, and has the user decide.
 * @param decide what the consent page does with the query that the client opens it with
 * @returns the client, and what the client keeps
 */
export async function connectByOAuth(url: string, decide: (query: string) => Promise<URL>) {
  const kept: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string; code?: string } = {};
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
    codeVerifier: () => kept.verifier ?? '',
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    redirectToAuthorization: async (page) => {
      if (page.origin + page.pathname !== `${url}/oauth/authorize`) throw new Error(`Not the consent page: ${page}`);
      kept.code = (await decide(page.search.slice(1))).searchParams.get('code') ?? '';
    },
  };
  const serverUrl = `${url}/mcp`;
  if ((await auth(provider, { serverUrl })) !== 'REDIRECT') throw new Error('The client asked no user');
  if ((await auth(provider, { serverUrl, authorizationCode: kept.code ?? '' })) !== 'AUTHORIZED') {
    throw new Error('The client got no tokens');
  }
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(serverUrl), { authProvider: provider });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return { client, kept };
}
