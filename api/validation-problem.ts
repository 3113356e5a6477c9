import type { TSchema } from '@sinclair/typebox';
import { type ValueError, ValueErrorType } from '@sinclair/typebox/value';

/** One problem with a request's input, in FastAPI's format. */
export interface ValidationProblem {
  readonly loc: (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** For a union with null: the problem of its other member. */
function innermost(error: ValueError): ValueError {
  const members = error.type === ValueErrorType.Union ? (error.schema['anyOf'] as TSchema[]) : [];
  const index = members.findIndex((member) => member['type'] !== 'null');
  if (members.length !== 2 || !members.some((member) => member['type'] === 'null')) return error;
  return error.errors[index]?.First() ?? error;
}

/**
 * The problem that an error of TypeBox shows.
 * @param place the part of the request, such as `body`
 */
export function problemOf(place: string, found: ValueError): ValidationProblem {
  const error = innermost(found);
  const path = error.path.split('/').slice(1);
  const loc = [place, ...path.map((step) => (/^\d+$/.test(step) ? Number(step) : step))];
  const [type, msg] = rule(error);
  return { loc, msg, type };
}

/** The broken rule, by pydantic's name and message. */
function rule({ type, schema, value }: ValueError): [type: string, msg: string] {
  const text = typeof value === 'string';
  switch (type) {
    case ValueErrorType.ObjectRequiredProperty:
      return ['missing', 'Field required'];
    case ValueErrorType.Object:
      return ['dict_type', 'Input should be a valid dictionary'];
    case ValueErrorType.String:
      return ['string_type', 'Input should be a valid string'];
    case ValueErrorType.StringMinLength:
      return ['string_too_short', `String should have at least ${characters(schema['minLength'])}`];
    case ValueErrorType.StringMaxLength:
      return ['string_too_long', `String should have at most ${characters(schema['maxLength'])}`];
    case ValueErrorType.StringPattern:
      return ['string_pattern_mismatch', `String should match pattern '${schema['pattern']}'`];
    case ValueErrorType.StringFormat:
      return formatRule(schema['format']);
    case ValueErrorType.Integer:
      return text
        ? ['int_parsing', 'Input should be a valid integer, unable to parse string as an integer']
        : ['int_type', 'Input should be a valid integer'];
    case ValueErrorType.IntegerMinimum:
      return ['greater_than_equal', `Input should be greater than or equal to ${schema['minimum']}`];
    case ValueErrorType.IntegerMaximum:
      return ['less_than_equal', `Input should be less than or equal to ${schema['maximum']}`];
    case ValueErrorType.Array:
      return ['list_type', 'Input should be a valid list'];
    case ValueErrorType.ArrayMinItems:
      return ['too_short', `List should have at least ${items(schema['minItems'])}`];
    case ValueErrorType.ArrayMaxItems:
      return ['too_long', `List should have at most ${items(schema['maxItems'])}`];
    case ValueErrorType.ArrayUniqueItems:
      return ['value_error', 'List should not repeat an item'];
    case ValueErrorType.Boolean:
      return ['bool_type', 'Input should be a valid boolean'];
    case ValueErrorType.Union:
    case ValueErrorType.Literal:
      return ['literal_error', `Input should be ${choices(schema)}`];
    default:
      return ['value_error', 'Input is not valid'];
  }
}

function formatRule(format: unknown): [type: string, msg: string] {
  if (format === 'uuid') return ['uuid_parsing', 'Input should be a valid UUID'];
  if (format === 'date-time') return ['datetime_parsing', 'Input should be a valid datetime'];
  if (format === 'email') return ['value_error', 'Input should be a valid email address'];
  return ['value_error', `Input should be a valid ${String(format)}`];
}

function choices(schema: TSchema): string {
  const members: TSchema[] = schema['anyOf'] ?? [schema];
  const names = members.flatMap((member) => ('const' in member ? [`'${String(member['const'])}'`] : []));
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : (names[0] ?? 'valid');
}

const characters = (count: unknown) => `${String(count)} character${count === 1 ? '' : 's'}`;
const items = (count: unknown) => `${String(count)} item${count === 1 ? '' : 's'}`;
