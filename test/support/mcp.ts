import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/**
 * The official client, connected to the MCP server at this address by a token.
 * @param mode 'legacy' begins with `initialize`; 'auto' uses protocol 2026-07-28 if the server has it
 */
export async function connectMcp(url: string, token: string, mode: 'legacy' | 'auto' = 'legacy') {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit });
  await client.connect(transport);
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
