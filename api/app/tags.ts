import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { MAX_TAGS_PER_USER, type Tag, type TagRefusal } from '../../notes/store/tags.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { formatTimestamp } from '../instant.ts';
import type { Body } from '../schemas/components.ts';
import { checked } from '../validation.ts';
import { authenticated } from './authenticate.ts';
import { TAG_DOCS as docs } from './tag-docs.ts';

const name = Type.String({ minLength: 1, maxLength: 64, pattern: '\\S', examples: ['budget'] });
const position = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description: 'Order among the tags; the older tag comes first when positions are equal',
});
const NewTag = Type.Object({ name, position: Type.Optional(position) });
const TagChange = Type.Object({ name: Type.Optional(name), position: Type.Optional(position) });
const TagParams = Type.Object({ tag_id: Type.String({ format: 'uuid' }) });

/** The user's tags. */
export function createTagRoutes(deps: Pick<ApiDeps, 'accounts' | 'notes' | 'platform'>) {
  const { tags } = deps.notes;
  const reading = new Elysia()
    .use(authenticated(deps, 'notes:read'))
    .get(
      '/tags',
      async ({ user }) => ({ items: (await tags.list(user.userId)).map(showTag) }),
      checked({ detail: docs.list }),
    );
  const writing = new Elysia()
    .use(authenticated(deps, 'notes:write'))
    .post(
      '/tags',
      async ({ user, body, set }) => {
        const tag = saved(await tags.create(user.userId, body));
        set.status = 201;
        return showTag(tag);
      },
      checked({ body: NewTag, detail: docs.create }),
    )
    .patch(
      '/tags/:tag_id',
      async ({ user, params, body }) =>
        showTag(saved(await tags.update(user.userId, params.tag_id.toLowerCase(), body))),
      checked({ params: TagParams, body: TagChange, detail: docs.change }),
    )
    .delete(
      '/tags/:tag_id',
      async ({ user, params, set }) => {
        if (!(await tags.remove(user.userId, params.tag_id.toLowerCase()))) throw refusal('missing');
        set.status = 204;
      },
      checked({ params: TagParams, detail: docs.remove }),
    );
  return new Elysia().use(reading).use(writing);
}

function saved(outcome: Tag | TagRefusal): Tag {
  if (typeof outcome === 'string') throw refusal(outcome);
  return outcome;
}

function refusal(reason: TagRefusal): ApiError {
  if (reason === 'missing') return new ApiError(404, 'Tag not found');
  if (reason === 'name_taken') return new ApiError(409, 'Another tag has this name');
  return new ApiError(409, `A user may have at most ${MAX_TAGS_PER_USER} tags`);
}

function showTag(tag: Tag): Body<'Tag'> {
  return {
    tag_id: tag.tagId,
    name: tag.name,
    position: tag.position,
    created_at: formatTimestamp(tag.createdAt),
    updated_at: formatTimestamp(tag.updatedAt),
  };
}
