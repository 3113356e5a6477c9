/** The name of an endpoint in the index of failing endpoints. */
export const failingMember = (userId: string, endpointId: string): string => `${userId}/${endpointId}`;
