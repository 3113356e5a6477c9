import type { Body } from '../../../api/schemas/components.ts';
import { request } from './client.ts';
import type { AttemptOutcome, Items, NewWebhookEndpoint, Page, WebhookAttempt, WebhookEndpoint } from './types.ts';

const BASE = '/webhook-endpoints';

export interface EndpointSettings {
  readonly url: string;
  readonly description: string | null;
  readonly event_types: WebhookEndpoint['event_types'];
}

export interface AttemptFilters {
  readonly outcome: AttemptOutcome | '';
  readonly eventType: string;
}

export const listEndpoints = () => request<Items<WebhookEndpoint>>('GET', BASE);
export const getEndpoint = (id: string) => request<WebhookEndpoint>('GET', `${BASE}/${id}`);
export const createEndpoint = (body: EndpointSettings) => request<NewWebhookEndpoint>('POST', BASE, { body });
export const changeEndpoint = (id: string, body: Partial<EndpointSettings & { enabled: boolean }>) =>
  request<WebhookEndpoint>('PATCH', `${BASE}/${id}`, { body });
export const deleteEndpoint = (id: string) => request<void>('DELETE', `${BASE}/${id}`);
export const rotateSecret = (id: string) =>
  request<Body<'RotatedWebhookEndpoint'>>('POST', `${BASE}/${id}/rotate-secret`);
export const sendToEndpoint = (id: string, kind: 'ping' | 'test') =>
  request<Body<'ManualSend'>>('POST', `${BASE}/${id}/${kind}`);
export const redeliver = (id: string, messageId: string) =>
  request<Body<'ManualSend'>>('POST', `${BASE}/${id}/messages/${encodeURIComponent(messageId)}/redeliver`);

export function listAttempts(id: string, { outcome, eventType }: AttemptFilters, cursor: string | null) {
  const query = new URLSearchParams({ limit: '25' });
  if (outcome !== '') query.set('outcome', outcome);
  if (eventType !== '') query.set('event_type', eventType);
  if (cursor !== null) query.set('cursor', cursor);
  return request<Page<WebhookAttempt>>('GET', `${BASE}/${id}/attempts?${query}`);
}

/** A message as it would be sent now. */
export const getMessageBody = (id: string, messageId: string) =>
  request<Body<'WebhookMessage'>>('GET', `${BASE}/${id}/messages/${encodeURIComponent(messageId)}/body`);
