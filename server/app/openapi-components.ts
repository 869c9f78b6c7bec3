/** Schemas that several calls have: each stands once in the document, under a name. */
import type { JsonSchema } from '../platform/http/json-schema.ts';

/** Characters of a schema that is worth a name; a shorter one is easier to read in its place. */
const WORTH_A_NAME = 150;

/** Keys of a document that do not say what a schema is about. */
const structure: readonly string[] = [
  'get',
  'post',
  'requestBody',
  'responses',
  '200',
  'content',
  'schema',
  'application/json',
  'multipart/form-data',
  'properties',
  'items',
  'anyOf',
];

/** An object schema, which may also allow null. */
const isSchema = (value: object): value is JsonSchema => 'type' in value && 'properties' in value;

const inPascalCase = (name: string): string =>
  name.replace(/(?:^|[^a-z0-9]+)([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());

/** Counts each schema, by its text. */
function countSchemas(value: unknown, times: Map<string, number>): void {
  if (typeof value !== 'object' || value === null) return;
  if (isSchema(value)) {
    const text = JSON.stringify(value);
    if (text.length >= WORTH_A_NAME) times.set(text, (times.get(text) ?? 0) + 1);
  }
  for (const inner of Object.values(value)) countSchemas(inner, times);
}

/**
 * Moves the schemas that appear more than once out of the paths of an OpenAPI document. Each is named after the property
 * or the call that has it first.
 */
export function withComponents<Paths extends object>(
  paths: Paths,
): { paths: Paths; schemas: Record<string, unknown> } {
  const times = new Map<string, number>();
  countSchemas(paths, times);
  const names = new Map<string, string>();
  const schemas: Record<string, unknown> = {};
  const newName = (near: string): string => {
    const name = inPascalCase(near);
    const same = [...names.values()].filter((one) => one.replace(/\d+$/, '') === name).length;
    return same === 0 ? name : `${name}${same + 1}`;
  };
  const insideOf = (value: object, near: string): unknown =>
    Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const name = structure.includes(key) ? near : (key.split('/').at(-1) ?? near);
        return [key, moved(inner, name)];
      }),
    );
  const moved = (value: unknown, near: string): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((inner) => moved(inner, near));
    const text = isSchema(value) ? JSON.stringify(value) : '';
    if ((times.get(text) ?? 0) < 2) return insideOf(value, near);
    const name = names.get(text) ?? newName(near);
    if (!names.has(text)) {
      names.set(text, name);
      schemas[name] = insideOf(value, near);
    }
    return { $ref: `#/components/schemas/${name}` };
  };
  // Only schemas change, so the paths keep their type.
  return { paths: moved(paths, '') as Paths, schemas };
}
