/**
 * Field types of the wire. A field that a program fills (ids, codes, versions) fails with one technical
 * sentence and makes the request malformed (400); a field that a person fills fails with its own
 * sentence and breaks a rule of the form (422).
 */
import * as yup from 'yup';
import { moneyText, parseMoney, readDocument } from './typed-values.ts';

/** Begins the sentence about a value that no person could have typed: the request is malformed. */
const malformedStart = 'La solicitud no es válida';

/** The sentence for a field that a person left empty. */
export const fillAll = 'Por favor complete todos los campos';

export const malformedMessage = `${malformedStart}.`;

/** Names the field and says why: `La solicitud no es válida: id_caja debe ser un número entero.` */
export const malformedSentence = (path: string, why: string): string =>
  `${malformedStart}: ${path} ${why}.`;

/** The sentence of a rule about the field under which it stands. */
export const malformed =
  (why: string) =>
  ({ path }: { path: string }): string =>
    malformedSentence(path, why);

export const isMalformedSentence = (sentence: string): boolean =>
  sentence.startsWith(malformedStart);

const notType = {
  string: 'un texto',
  number: 'un número',
  array: 'una lista',
  object: 'un objeto',
} as const;

const isNamedType = (type: string): type is keyof typeof notType => Object.hasOwn(notType, type);

// The library's own sentences are English: these stand for every rule that has none of its own.
yup.setLocale({
  mixed: {
    default: malformed('no tiene un valor válido'),
    required: malformed('es obligatorio'),
    defined: malformed('es obligatorio'),
    notNull: malformed('es obligatorio'),
    oneOf: ({ path, values }) => malformedSentence(path, `debe ser uno de: ${values}`),
    notType: ({ path, type }) =>
      malformedSentence(path, `debe ser ${isNamedType(type) ? notType[type] : 'de otro tipo'}`),
  },
  number: {
    integer: malformed('debe ser un número entero'),
    min: ({ path, min }) => malformedSentence(path, `debe ser ${min} o más`),
    max: ({ path, max }) => malformedSentence(path, `debe ser ${max} o menos`),
  },
  string: { max: ({ path, max }) => malformedSentence(path, `tiene más de ${max} caracteres`) },
  array: {
    min: ({ path, min }) => malformedSentence(path, `debe tener ${min} o más valores`),
    max: ({ path, max }) => malformedSentence(path, `tiene más de ${max} valores`),
  },
  object: {
    noUnknown: ({ path, unknown }) =>
      malformedSentence(path, `tiene campos que no se conocen: ${unknown}`),
  },
});

/** Some keys are 32-bit columns, which refuse to be compared with more; the others never grow so far. */
const maximumId = 2_147_483_647;

/** `''` is none. The library would read whatever else comes as the type, and fail on an object that cannot be one. */
const fromText =
  (read: (text: string) => unknown) => (value: unknown, _: unknown, schema: yup.Schema) =>
    value === ''
      ? schema.spec.nullable
        ? null
        : undefined
      : typeof value === 'string'
        ? read(value)
        : value;

/**
 * A number that comes as number or as text, and goes on as number.
 *
 * @param pattern texts that are read
 */
export const numeric = <Value extends number = number>(
  what: string,
  pattern: RegExp,
  read: (text: string) => unknown,
) => {
  const schema = yup
    .number<Value>()
    .typeError(malformed(`debe ser ${what}`))
    .meta({ pattern: pattern.source });
  schema.transforms = [];
  return schema.transform(fromText((text) => (pattern.test(text) ? read(text) : text)));
};

/** A whole number that a program fills. */
export const whole = (min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  numeric('un número entero', /^\d{1,15}$/, Number)
    .integer()
    .min(min)
    .max(max);

/** Database keys. */
export const id = () => whole(1, maximumId);

export const requiredId = () => id().required();

/** Codes and flags. */
export const code = <const Codes extends readonly number[]>(codes: Codes) =>
  numeric<Codes[number]>('un código', /^\d{1,4}$/, Number).oneOf(codes);

/** One of the names that a program chooses from. */
export const choice = <const Name extends string>(names: readonly Name[]) => {
  const schema = yup.string<Name>();
  schema.transforms = [];
  return schema.transform(fromText((text) => text)).oneOf(names);
};

export const flag = () => code([0, 1]);

/** Text a person typed. Characters that no database stores are refused. */
export const text = (max: number) =>
  yup
    .string()
    .strict()
    .max(max, `Escriba como máximo ${max} caracteres.`)
    .test(
      'storable',
      malformed('tiene caracteres que no se pueden guardar'),
      (value) => value == null || isStorable(value),
    );

/** False for NUL and for halves of surrogate pairs, which PostgreSQL refuses. */
const isStorable = (value: string): boolean =>
  !value.includes('\u0000') &&
  !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(value);

/** False with line breaks, other control characters, or marks that turn the direction of what is read. */
export const isOneLine = (value: string): boolean =>
  !/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.test(value);

/** A name, as it stands in a list or in the heading of a mail. */
export const line = (max: number) =>
  text(max).test(
    'line',
    'Escriba el texto en una sola línea, sin saltos ni caracteres de control.',
    (value) => value == null || isOneLine(value),
  );

/** A text of one form; that there is one at all is another rule. */
export const shaped = <Text extends yup.StringSchema>(
  schema: Text,
  pattern: RegExp,
  message: yup.Message<{ value: unknown }>,
): Text => schema.matches(pattern, { message, excludeEmptyString: true });

/** Document of a supplier or a user, read without the signs and the check digit that it may have. */
export const documentText = (max: number, pattern: RegExp, message: string) => {
  const schema = text(max)
    .strict(false)
    .meta({ description: 'También con puntos, guion y dígito de verificación.' });
  // The library would read whatever comes as text.
  schema.transforms = [];
  return shaped(
    schema.transform((value: unknown) => (typeof value === 'string' ? readDocument(value) : value)),
    pattern,
    ({ value }) => (/^\d+-\d$/.test(`${value}`) ? otherCheckDigit : message),
  );
};

export const otherCheckDigit = 'El dígito de verificación no corresponde al número de documento';

export const onlyAlphanumeric = 'Recuerda que solo se aceptan letras y números';

/** Letters and digits alone. */
export const alphanumeric = (max: number, kind = text) =>
  shaped(kind(max), new RegExp(`^[A-Za-z0-9]{1,${max}}$`), onlyAlphanumeric);

/** Characters of the number of a transport guide. */
export const maximumGuide = 100;

/** Pesos. Far more than any fund, and sums of ninety thousand such amounts are still exact. */
const maximumAmount = 999_999_999;

const pesosOf = (text: string): unknown => {
  const centavos = parseMoney(text);
  return centavos === null ? text : centavos / 100;
};

/** Pesos with at most two decimals; as text, by the rules of typing money. */
export const money = () =>
  numeric('un valor en pesos', moneyText, pesosOf)
    .min(0, 'Solo números')
    .max(maximumAmount, 'Solo números')
    .test(
      'centavos',
      'Solo números',
      (value) => value == null || Math.round(value * 100) / 100 === value,
    );

/** True unless it is a text of spaces only; that there is one at all is another rule. */
export const isFilled = (value: string | null | undefined): boolean =>
  value == null || value.trim() !== '';

/** Text that must hold more than spaces; it is trimmed where it is stored. */
export const filled = (max: number, message: string) =>
  text(max).required(message).test('filled', message, isFilled);

export const filledLine = (max: number, message: string) =>
  line(max).required(message).test('filled', message, isFilled);

/** A day, `yyyy-MM-dd`; whether it exists and falls in the window is a rule of the domain. */
export const dateText = () =>
  shaped(text(10), /^\d{4}-\d{2}-\d{2}$/, 'La fecha debe tener la forma aaaa-mm-dd.');

/** The version of an object as it was shown; refused when it is no longer the current one. */
export const version = () => whole(0);

/** A list of ids or of numbers, as the spec's parallel lists of the itemisation; one value is a list of it, `''` of none. */
export const listOf = <Value>(item: yup.ISchema<Value, yup.AnyObject>, max = 200) =>
  yup
    .array()
    .transform((value: unknown) =>
      value === '' ? [] : ['string', 'number'].includes(typeof value) ? [value] : value,
    )
    .meta({ orOne: true })
    .of(item)
    .max(max);

/** Accepted because the specification sends it; never believed: the actor is the session's. */
const ignored = () =>
  yup
    .mixed<string | number>()
    .test(
      'scalar',
      malformed('debe ser un número o un texto'),
      (value) =>
        value == null ||
        (typeof value === 'number' && Number.isFinite(value)) ||
        (typeof value === 'string' && value.length <= 100),
    );

const compatibility = {
  usuario_accion: ignored(),
  id_usuario: ignored(),
  tipo_perfil: ignored(),
  tipoperfil_id: ignored(),
};

const token = () => yup.string().strict().max(200).required();

/** The body of a call: its fields, the application's token and nothing else. */
export const body = <Shape extends yup.ObjectShape>(shape: Shape) => {
  const schema = yup
    .object({ token: token(), ...compatibility, ...shape })
    .noUnknown()
    .label('el cuerpo')
    .required();
  withoutPrototype(schema);
  return schema;
};

/** Keeps a sent field named `constructor` or `toString` from being taken for one of ours. */
const withoutPrototype = (schema: { fields: object }): void => {
  schema.fields = Object.assign(Object.create(null), schema.fields);
};

/** An object inside of a body, or none: these fields and nothing else. @typeParam Part what they make */
export const optionalPart = <Part extends object>(
  shape: yup.ObjectShape,
): yup.Schema<Part | null | undefined> => {
  const schema = yup.object(shape).noUnknown().nullable().default(undefined);
  withoutPrototype(schema);
  // The shape says what `Part` is, which the library cannot infer from a shape that is a parameter.
  return schema as unknown as yup.Schema<Part | null | undefined>;
};

/** Paging, ordering and searching of a list; without them the first 1,000 rows come. */
export const listFields = {
  pagina: whole(1, 1_000_000),
  limite: whole(1, 1_000),
  orden: text(40),
  direccion: choice(['asc', 'desc']),
  buscar: text(100),
};

/** The body of a list. */
export const listBody = <Shape extends yup.ObjectShape>(shape: Shape) =>
  body({ ...listFields, ...shape });

/* What answers are made of: nothing is coerced, every field is present. */

export const anId = () => yup.number().strict().integer().min(1).required();
export const aNumber = () => yup.number().strict().required();
export const aCount = () => yup.number().strict().integer().min(0).required();
export const aFlag = () => yup.number<0 | 1>().strict().oneOf([0, 1]).required();
export const aText = () => yup.string().strict().defined();
export const oneOfTexts = <const Text extends string>(texts: readonly Text[]) =>
  choice(texts).required();
export const orNull = <Schema extends yup.AnySchema>(schema: Schema) =>
  schema.nullable().defined() as yup.Schema<yup.InferType<Schema> | null>;

export const answer = <Shape extends yup.ObjectShape>(shape: Shape) =>
  yup.object(shape).noUnknown().strict().required();

/** An object in a list of a body: these fields and nothing else. */
export const sentRow = <Shape extends yup.ObjectShape>(shape: Shape) => {
  const schema = answer(shape);
  withoutPrototype(schema);
  return schema;
};

export const someOf = <Value>(item: yup.ISchema<Value, yup.AnyObject>) =>
  yup.array().strict().of(item).required();

export const rowsOf = <Shape extends yup.ObjectShape>(shape: Shape) => someOf(answer(shape));

/** Answer of a mutation: one element with the status, a sentence and what it made. */
export const done = <Shape extends yup.ObjectShape>(shape?: Shape) =>
  rowsOf({
    status: oneOfTexts(['200']),
    msg: yup.string().strict(),
    ...(shape ?? ({} as Shape)),
  }).length(1);

/** Names a box in a row that leads to it. */
export const namedBox = {
  id_caja: anId(),
  id_tienda: anId(),
  tienda: aText(),
  consecutivo: orNull(aCount()),
  /** Code of its state. */
  active: aCount(),
};
