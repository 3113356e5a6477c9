import type { NativeConnection } from '@temporalio/worker';
import { SEARCH_ATTRIBUTES } from '../../contracts/search-attributes.ts';

/** temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD and …_KEYWORD_LIST */
const INDEXED_VALUE_TYPES: Partial<Record<string, number>> = { KEYWORD: 2, KEYWORD_LIST: 7 };

/**
 * Registers Sotto's search attributes that the namespace lacks. Workflows with an unknown attribute cannot start.
 * @throws {Error} naming the missing ones, if the server does not allow adding them
 */
export async function ensureSearchAttributes(connection: NativeConnection, namespace: string): Promise<void> {
  const known = await knownAttributes(connection, namespace);
  const missing = known ? SEARCH_ATTRIBUTES.filter(({ name }) => !known.has(name)) : [];
  if (missing.length === 0) return;
  const searchAttributes = Object.fromEntries(missing.map(({ name, type }) => [name, INDEXED_VALUE_TYPES[type] ?? 2]));
  try {
    await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
  } catch (cause) {
    const names = missing.map(({ name, type }) => `${name} (${type})`).join(', ');
    throw new Error(`Cannot start as the namespace ${namespace} lacks search attributes: add ${names}`, { cause });
  }
}

/**
 * Undefined when the server does not tell: Temporal Cloud has no operator API, and its attributes are created by hand.
 */
async function knownAttributes(connection: NativeConnection, namespace: string): Promise<Set<string> | undefined> {
  try {
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
    return new Set(Object.keys(customAttributes));
  } catch {
    return undefined;
  }
}
