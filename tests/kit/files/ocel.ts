/**
 * Reads OCEL 2.0 in JSON and validates it: the published schema, and rules beyond the schema: ids are unique, every
 * relation has an object, every type and attribute is declared, every value has its type.
 */
import { Ajv } from 'ajv';
import formats from 'ajv-formats';

const text = { type: 'string' };

const listOf = (properties: Record<string, object>, required: readonly string[]) => ({
  type: 'array',
  items: { type: 'object', properties, required },
});

const types = listOf(
  { name: text, attributes: listOf({ name: text, type: text }, ['name', 'type']) },
  ['name', 'attributes'],
);
const relationships = listOf({ objectId: text, qualifier: text }, ['objectId', 'qualifier']);
const instant = { type: 'string', format: 'date-time' };

/**
 * The rules of https://www.ocel-standard.org/2.0/ocel20-schema-json.json (draft-07), with each repeated list written
 * once.
 */
const schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    eventTypes: types,
    objectTypes: types,
    events: listOf(
      {
        id: text,
        type: text,
        time: instant,
        attributes: listOf({ name: text, value: text }, ['name', 'value']),
        relationships,
      },
      ['id', 'type', 'time'],
    ),
    objects: listOf(
      {
        id: text,
        type: text,
        relationships,
        attributes: listOf({ name: text, value: text, time: instant }, ['name', 'value', 'time']),
      },
      ['id', 'type'],
    ),
  },
  required: ['eventTypes', 'objectTypes', 'events', 'objects'],
};

const ajv = new Ajv({ strict: true });
formats.default(ajv);
const isValid = ajv.compile(schema);

interface OcelThing {
  id: string;
  type: string;
  attributes: { name: string; value: string }[];
  relationships: { objectId: string; qualifier: string }[];
}

interface OcelType {
  name: string;
  attributes: { name: string; type: string }[];
}

interface OcelLog {
  events: (OcelThing & { time: string })[];
  objects: OcelThing[];
  eventTypes: OcelType[];
  objectTypes: OcelType[];
}

const valuePatterns: Record<string, RegExp> = {
  string: /^[\s\S]+$/,
  integer: /^-?\d+$/,
  float: /^-?\d+(\.\d+)?$/,
  time: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
};

function requireThat(condition: boolean, what: string): void {
  if (!condition) throw new Error(`no OCEL: ${what}`);
}

function requireDeclared(things: readonly OcelThing[], declared: readonly OcelType[]): void {
  const byName = new Map(
    declared.map(({ name, attributes }) => [
      name,
      new Map(attributes.map((attribute) => [attribute.name, attribute.type])),
    ]),
  );
  requireThat(byName.size === declared.length, 'a type once');
  for (const { id, type, attributes } of things)
    for (const { name, value } of attributes) {
      const pattern = valuePatterns[byName.get(type)?.get(name) ?? ''];
      requireThat(pattern?.test(value) ?? false, `${name} of ${id}, a ${type}: ${value}`);
    }
  for (const { type } of things) requireThat(byName.has(type), `the type ${type}`);
}

/** @throws Error for an invalid document, with the reason */
export function readOcel(content: string): OcelLog {
  const read: unknown = JSON.parse(content);
  requireThat(isValid(read), ajv.errorsText(isValid.errors));
  const log = read as OcelLog;
  const ids = new Set(log.objects.map(({ id }) => id));
  requireThat(ids.size === log.objects.length, 'an object once');
  requireThat(new Set(log.events.map(({ id }) => id)).size === log.events.length, 'an event once');
  for (const { id, relationships } of [...log.events, ...log.objects])
    for (const { objectId } of relationships)
      requireThat(ids.has(objectId), `${objectId}, to which ${id} leads`);
  requireDeclared(log.events, log.eventTypes);
  requireDeclared(log.objects, log.objectTypes);
  return log;
}
