import { createAppRates } from '../accounts/app-rates.ts';
import { createAuditLog } from '../accounts/audit-log.ts';
import { createClientTokens } from '../accounts/client-tokens.ts';
import { createDailyUsage } from '../accounts/daily-usage.ts';
import { createEnterpriseKeyStore } from '../accounts/enterprise-keys.ts';
import { createErasure } from '../accounts/erasure.ts';
import { createExportStore } from '../accounts/exports.ts';
import { createFeedStore } from '../accounts/feeds.ts';
import { createOAuthClientStore } from '../accounts/oauth-clients.ts';
import { createOAuthGrantStore } from '../accounts/oauth-grants.ts';
import { createOrganizationStore } from '../accounts/organizations.ts';
import { createRequestRate } from '../accounts/request-rate.ts';
import { createSessionStore } from '../accounts/sessions.ts';
import { createSignInLimits } from '../accounts/sign-in-limits.ts';
import { createSignInLinkStore } from '../accounts/sign-in-links.ts';
import { createSignInMailStore } from '../accounts/sign-in-mail-queue.ts';
import { createSignInMails } from '../accounts/sign-in-mails.ts';
import { createTokenStore } from '../accounts/tokens.ts';
import { createUserStore } from '../accounts/users.ts';
import { createUnsettledRecordings } from '../notes/store/unsettled-recordings.ts';
import { createAccountWorkflows } from './account-workflows.ts';
import type { Platform } from './platform.ts';
import type { Settings } from './settings.ts';

/** Organizations with their keys, users with their sessions and tokens. */
export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(platform: Platform, settings: Settings['accounts']) {
  const { redis, secrets, sealing, now } = platform;
  const signInLinks = createSignInLinkStore(redis, { sealing });
  const holders = {
    organizations: createOrganizationStore(redis, { now }),
    users: createUserStore(redis, { now, sealing }),
    tokens: createTokenStore(redis, { now }),
    sessions: createSessionStore(redis, { now }),
    oauthGrants: createOAuthGrantStore(redis, { now }),
    feeds: createFeedStore(redis, { now }),
  };
  return {
    ...holders,
    enterpriseKeys: createEnterpriseKeyStore(redis, { now }),
    audit: createAuditLog(redis, { retentionMs: settings.auditRetentionMs, now }),
    clientTokens: createClientTokens({ ...secrets, now }),
    requestRate: createRequestRate(redis),
    exports: createExportStore(redis, { now }),
    oauthClients: createOAuthClientStore(redis, { now }),
    workflows: createAccountWorkflows(platform.temporal),
    erasure: createErasure({ ...holders, redis, unsettled: createUnsettledRecordings(redis, { now }), now }),
    dailyUsage: createDailyUsage(redis, { retentionMs: settings.usageRetentionMs, now }),
    appRates: createAppRates(redis, settings),
    signInLimits: createSignInLimits(redis, settings),
    signInLinks,
    signInMails: createSignInMails({ ...platform, mails: createSignInMailStore(redis, { now }), links: signInLinks }),
  };
}
