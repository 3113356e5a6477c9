import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** The official client, connected to the MCP server at this address by a token. */
export async function connectMcp(url: string, token: string) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit });
  // The SDK's own types differ in an optional field, which `exactOptionalPropertyTypes` tells apart.
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const result = (await client.callTool({ name, arguments: given })) as CallToolResult;
    const [first] = result.content;
    return {
      isError: result.isError === true,
      structured: result.structuredContent as Record<string, never>,
      text: first?.type === 'text' ? first.text : '',
    };
  };
  return { client, call, close: () => client.close() };
}
