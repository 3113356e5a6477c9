import { AdminError, type Command } from './command.ts';

/** Commands about the encryption of values in Redis. */
export const secretCommands: readonly Command[] = [
  {
    name: 'secrets rotate',
    summary: 'Encrypt signing secrets and e-mail addresses in Redis with the first of TEMPORAL_ENCRYPTION_KEYS',
    arguments: [],
    options: {},
    run: async ({ rotateSecrets }) => {
      if (!rotateSecrets) throw new AdminError('Cannot encrypt as TEMPORAL_ENCRYPTION_KEYS is not set');
      const { checked, encrypted } = await rotateSecrets();
      return { checked, encrypted };
    },
  },
];
