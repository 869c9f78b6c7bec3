import type { SchemaDescription, SchemaFieldDescription } from 'yup';

/** The subset of JSON Schema 2020-12 used by the documentation. */
export interface JsonSchema {
  type?: string | string[] | undefined;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: JsonSchema;
  enum?: unknown[] | undefined;
  format?: string;
  pattern?: string | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  exclusiveMinimum?: number | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  minItems?: number | undefined;
  maxItems?: number | undefined;
  anyOf?: JsonSchema[];
  $ref?: string;
}

type Test = SchemaDescription['tests'][number];

const numberIn = (test: Test | undefined, name: string): number | undefined => {
  const value = test?.params?.[name];
  return typeof value === 'number' ? value : undefined;
};

/** Removes keywords without a value. */
const compact = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));

/** Translates the tests of a yup schema into the size keywords of its type. */
function limitsOf({ type, tests }: SchemaDescription): JsonSchema {
  const named = (name: string) => tests.find((test) => test.name === name);
  const [smallest, largest] = [numberIn(named('min'), 'min'), numberIn(named('max'), 'max')];
  const exactly = numberIn(named('length'), 'length');
  if (type === 'string') {
    const regex = named('matches')?.params?.regex;
    return {
      minLength: exactly ?? smallest,
      maxLength: exactly ?? largest,
      pattern: regex instanceof RegExp ? regex.source : undefined,
    };
  }
  if (type === 'array') return { minItems: exactly ?? smallest, maxItems: exactly ?? largest };
  if (type !== 'number') return {};
  return {
    type: named('integer') ? 'integer' : 'number',
    minimum: smallest,
    maximum: largest,
    exclusiveMinimum: numberIn(named('min'), 'more'),
  };
}

const isObject = (
  field: SchemaFieldDescription,
): field is SchemaDescription & { fields: Record<string, SchemaFieldDescription> } =>
  field.type === 'object' && 'fields' in field;

const isRequired = (field: SchemaFieldDescription): boolean =>
  'optional' in field && !field.optional;

function fieldsOf(field: SchemaFieldDescription): JsonSchema {
  if (!isObject(field)) return {};
  const fields = Object.entries(field.fields);
  return {
    properties: Object.fromEntries(fields.map(([name, inner]) => [name, jsonSchemaOf(inner)])),
    required: fields.filter(([, inner]) => isRequired(inner)).map(([name]) => name),
    additionalProperties: !field.tests.some(({ name }) => name === 'noUnknown'),
  };
}

function itemsOf(field: SchemaFieldDescription): JsonSchema {
  if (field.type !== 'array' || !('innerType' in field)) return {};
  const inner = Array.isArray(field.innerType) ? field.innerType[0] : field.innerType;
  return { items: inner ? jsonSchemaOf(inner) : {} };
}

const plainTypes: readonly string[] = ['string', 'number', 'boolean', 'array', 'object'];

/** Also allows the texts that a numeric field accepts, including `''`. */
function alsoText(field: SchemaDescription, schema: JsonSchema): JsonSchema {
  const pattern = field.meta?.pattern;
  if (typeof pattern !== 'string') return schema;
  const { enum: choices } = schema;
  return {
    ...schema,
    type: [schema.type ?? [], 'string'].flat(),
    ...(choices && { enum: [...choices, ...choices.flatMap((one) => one ?? []).map(String), ''] }),
    ...(!choices && { pattern: `^$|${pattern}` }),
  };
}

/** Converts the `describe()` of a yup schema to JSON Schema; custom tests (`test`) cannot be described. */
export function jsonSchemaOf(field: SchemaFieldDescription): JsonSchema {
  // A lazy schema depends on the value, a mixed one accepts several types; both are documented as any value.
  if (!('tests' in field)) return {};
  const limits = limitsOf(field);
  const type = limits.type ?? (plainTypes.includes(field.type) ? field.type : undefined);
  const choices = field.oneOf.length > 0 ? field.oneOf : undefined;
  const schema = compact({
    ...limits,
    ...fieldsOf(field),
    ...itemsOf(field),
    type: field.nullable && typeof type === 'string' ? [type, 'null'] : type,
    enum: field.nullable && choices ? [...choices, null] : choices,
    description: field.meta?.description,
  });
  const given = alsoText(field, schema);
  return field.meta?.orOne && given.items ? { anyOf: [given, given.items] } : given;
}
