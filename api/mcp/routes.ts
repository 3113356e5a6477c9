import { Elysia } from 'elysia';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import type { ExportDeps } from '../note-export.ts';
import { readText } from '../read-text.ts';
import { authenticateMcp, type McpAuthenticationDeps } from './authenticate.ts';
import { createTools } from './tools.ts';

const MAX_REQUEST_BYTES = 64 * 1024;

/** The MCP server: Streamable HTTP without sessions, so GET and DELETE are 405. */
export function createMcpRoutes(deps: McpAuthenticationDeps & ExportDeps & Pick<ApiDeps, 'platform'>) {
  const tools = createTools(deps);
  return new Elysia()
    .derive(async ({ request, set }) => ({ userId: await authenticateMcp(deps, request, set) }))
    .post(
      '/mcp',
      async ({ request, userId }) => {
        const text = await readText(request, MAX_REQUEST_BYTES);
        if (text === null) throw new ApiError(413, `The body must have at most ${MAX_REQUEST_BYTES} bytes`);
        const body = parse(text);
        if (body === undefined) return jsonRpcError(-32700, 'Parse error');
        // A batch would count as one request. The protocol removed batches in version 2025-06-18.
        if (Array.isArray(body)) return jsonRpcError(-32600, 'Batches are not supported');
        // The MCP SDK is a tenth of what the API would load at start.
        const { answerMcp } = await import('./server.ts');
        return answerMcp(tools, userId, request, body);
      },
      { parse: 'none', detail: { hide: true } },
    );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function jsonRpcError(code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status: 400 });
}
