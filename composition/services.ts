import { type Closable, openAll } from '../platform/open-all.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { createDictation, type Dictation } from './dictation.ts';
import { createNotes, type Notes } from './notes.ts';
import { createOperator, type Operator } from './operator.ts';
import { type OpenPlatform, openPlatform, type Platform, type PlatformOptions } from './platform.ts';
import { type Settings, settingsOf } from './settings.ts';
import { createWebhooks, type ObserveAttempts, type Webhooks } from './webhooks.ts';

/** The composition root: everything that API routes and activities depend on, grouped by domain. */
export interface Services {
  readonly platform: Platform;
  readonly accounts: Accounts;
  readonly dictation: Dictation;
  readonly notes: Notes;
  readonly webhooks: Webhooks;
  readonly operator: Operator;
}

/** The services of a process, over a platform that it opened itself. */
export interface OpenServices extends Services, Closable {
  readonly platform: OpenPlatform;
}

/** Builds the domains on a platform. Connects to nothing. */
export function createServices<P extends Platform>(
  platform: P,
  settings: Settings,
  observeAttempts?: ObserveAttempts,
): Services & { readonly platform: P } {
  return {
    platform,
    accounts: createAccounts(platform, settings.accounts),
    dictation: createDictation(platform, settings.dictation),
    notes: createNotes(platform, settings.notes),
    webhooks: createWebhooks(platform, settings.webhooks, observeAttempts),
    operator: createOperator(platform, settings.operator),
  };
}

/**
 * Opens the platform and builds the domains on it.
 * @throws {Error} when a part cannot be opened; nothing stays open then
 */
export function openServices(
  options: PlatformOptions & { readonly observeAttempts?: ObserveAttempts },
): Promise<OpenServices> {
  return openAll(async (opening) =>
    createServices(await openPlatform(opening, options), settingsOf(options.config), options.observeAttempts),
  );
}
