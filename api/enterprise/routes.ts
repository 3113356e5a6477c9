import { Elysia } from 'elysia';
import { createDictateRoute, type DictateDeps } from './dictate.ts';

export type EnterpriseDeps = DictateDeps;

/** The enterprise API: `/v1/enterprise`. */
export function createEnterpriseApi(deps: EnterpriseDeps) {
  return new Elysia({ name: 'enterprise' }).use(createDictateRoute(deps));
}
