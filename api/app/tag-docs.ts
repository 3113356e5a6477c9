import { answer, noContent, refusal } from '../schemas/answers.ts';
import { eitherCredential, INVALID, REFUSALS } from './docs-parts.ts';

const TAG_EXAMPLE = {
  tag_id: '5b3c1a52-9f7e-4d0a-8a5e-2f6b7c8d9e0f',
  name: 'budget',
  position: 0,
  created_at: '2026-02-01T08:00:00.000Z',
  updated_at: '2026-02-01T08:00:00.000Z',
};
const NO_TAG = { 404: refusal('No such tag of this user', 'Tag not found') };
const NAME_TAKEN = { 409: refusal('The name is taken, or there are too many', 'Another tag has this name') };

/** OpenAPI of tags. */
export const TAG_DOCS = {
  list: {
    ...eitherCredential,
    operationId: 'listTags',
    summary: 'List tags by position',
    responses: { 200: answer('TagList', 'All tags', { items: [TAG_EXAMPLE] }), ...REFUSALS },
  },
  create: {
    ...eitherCredential,
    operationId: 'createTag',
    summary: 'Create a tag',
    description: 'The tag goes to the end unless a position is given. Names are unique, ignoring case.',
    responses: { 201: answer('Tag', 'The tag', TAG_EXAMPLE), ...REFUSALS, ...NAME_TAKEN, ...INVALID },
  },
  change: {
    ...eitherCredential,
    operationId: 'updateTag',
    summary: 'Rename or move a tag',
    responses: { 200: answer('Tag', 'The tag', TAG_EXAMPLE), ...REFUSALS, ...NO_TAG, ...NAME_TAKEN, ...INVALID },
  },
  remove: {
    ...eitherCredential,
    operationId: 'deleteTag',
    summary: 'Delete a tag and remove it from all notes',
    responses: { ...noContent('It is gone'), ...REFUSALS, ...NO_TAG, ...INVALID },
  },
};
