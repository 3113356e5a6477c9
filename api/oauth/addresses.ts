/** Paths of the authorization server, relative to the public address. */
const PATHS = {
  mcp: '/mcp',
  authorize: '/oauth/authorize',
  token: '/v1/oauth/token',
  register: '/v1/oauth/register',
  revoke: '/v1/oauth/revoke',
  metadata: '/.well-known/oauth-protected-resource/mcp',
} as const;

/** The supported grant types. */
export const GRANT_TYPES: readonly string[] = ['authorization_code', 'refresh_token'];

/** The MCP server: the resource that tokens are for. */
export const mcpAddress = (publicUrl: string) => publicUrl + PATHS.mcp;
/** Address of the metadata of that resource (RFC 9728). */
export const metadataAddress = (publicUrl: string) => publicUrl + PATHS.metadata;

/** Metadata of the protected resource (RFC 9728, section 2). */
export function describeResource(publicUrl: string) {
  return {
    resource: mcpAddress(publicUrl),
    authorization_servers: [publicUrl],
    scopes_supported: ['notes:read'],
    bearer_methods_supported: ['header'],
    resource_name: 'Sotto notes',
  };
}

/** Metadata of the authorization server (RFC 8414, section 2). */
export function describeServer(publicUrl: string) {
  return {
    issuer: publicUrl,
    authorization_endpoint: publicUrl + PATHS.authorize,
    token_endpoint: publicUrl + PATHS.token,
    registration_endpoint: publicUrl + PATHS.register,
    revocation_endpoint: publicUrl + PATHS.revoke,
    scopes_supported: ['notes:read'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: GRANT_TYPES,
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}
