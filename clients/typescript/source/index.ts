export { createSotto, type Sotto, type SottoOptions } from './client.ts';
export { type Delivery, type ListenOptions, listenToDeliveries } from './deliveries.ts';
export { type Dictation, type DictationFields, dictate } from './dictate.ts';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type FieldProblem,
  NotFoundError,
  PermissionError,
  RateLimitError,
  RequestTimeoutError,
  SottoError,
  UnavailableError,
  ValidationError,
} from './errors.ts';
export type { components, operations, paths } from './generated/schema.ts';
export { type LiveOptions, type LiveSession, liveSession } from './live.ts';
export { type AppNote, listNotes, type NoteFilter, type NoteItem, waitForNote } from './notes.ts';
export { type UploadedNote, type UploadOptions, type UploadSource, uploadNote } from './upload.ts';
export { verifyWebhook, type WebhookEvent, type WebhookHeaders, WebhookSignatureError } from './webhooks.ts';
