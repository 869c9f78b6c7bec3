/**
 * Field types of the wire. An invalid field that the client sets (ids, codes, versions) makes the request malformed:
 * 400 with a technical message. An invalid field that the user fills in breaks a rule of the form: 422 with the message
 * of that field.
 */
import * as yup from 'yup';
import { isNoDay, noSuchDay } from './typed-days.ts';
import {
  maximumAmount,
  moneyText,
  readDocument,
  tooMuchMoney,
  typedPesos,
} from './typed-values.ts';

/** Prefix of the messages about a malformed request: a value that no user could have typed. */
const malformedStart = 'La solicitud no es válida';

/** Message of the specification for an amount that is none. */
const onlyNumbers = 'Solo números';

/** Message for a field that the user left empty. */
export const fillAll = 'Por favor complete todos los campos';

export const malformedMessage = `${malformedStart}.`;

/** Message with field and reason: `La solicitud no es válida: id_caja debe ser un número entero.` */
export const malformedSentence = (path: string, why: string): string =>
  `${malformedStart}: ${path} ${why}.`;

/** A yup message that names the field being validated. */
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

// Default messages for rules without a message; those of yup are in English.
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

/** Some key columns are 32-bit, and a comparison with a larger number fails; no key exceeds this limit. */
const maximumId = 2_147_483_647;

/** Parses texts only; `''` means no value. The transforms of yup would coerce any value, and throw on some objects. */
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
 * A number that may be sent as a number or as text.
 *
 * @param pattern accepted texts
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

/** `Solo números`, as the specification says, for a text that is no amount; other types are malformed. */
const noAmount = ({ path, value }: { path: string; value?: unknown }): string =>
  typeof value === 'string' ? onlyNumbers : malformedSentence(path, 'debe ser un valor en pesos');

/** An integer that the client sets. */
export const whole = (min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  numeric('un número entero', /^\d{1,15}$/, Number)
    .integer()
    .min(min)
    .max(max);

/** Database keys. */
export const id = () => whole(1, maximumId);

export const requiredId = () => id().required();

/** Names what a payment is of: the id of its box, or the negative id of its movement. */
export const paymentKey = () =>
  numeric('un número entero', /^-?\d{1,15}$/, Number)
    .integer()
    .min(-maximumId)
    .max(maximumId)
    .notOneOf([0], malformed('no es una caja ni un movimiento'))
    .required();

/** A number from a fixed set. */
export const code = <const Codes extends readonly number[]>(codes: Codes) =>
  numeric<Codes[number]>('un código', /^\d{1,4}$/, Number).oneOf(codes);

/** One of a fixed set of names. */
export const choice = <const Name extends string>(names: readonly Name[]) => {
  const schema = yup.string<Name>();
  schema.transforms = [];
  return schema.transform(fromText((text) => text)).oneOf(names);
};

export const flag = () => code([0, 1]);

/** Text typed by the user; characters that PostgreSQL cannot store are refused. */
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

/** False for NUL and lone surrogates, which PostgreSQL refuses. */
const isStorable = (value: string): boolean =>
  !value.includes('\u0000') &&
  !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(value);

/** False for line breaks, other control characters and bidirectional formatting characters. */
export const isOneLine = (value: string): boolean =>
  !/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.test(value);

/** Single-line text, such as a name in a list or in a mail header. */
export const line = (max: number) =>
  text(max).test(
    'line',
    'Escriba el texto en una sola línea, sin saltos ni caracteres de control.',
    (value) => value == null || isOneLine(value),
  );

/** Text that matches a pattern; an empty text passes. */
export const shaped = <Text extends yup.StringSchema>(
  schema: Text,
  pattern: RegExp,
  message: yup.Message<{ value: unknown }>,
): Text => schema.matches(pattern, { message, excludeEmptyString: true });

/** Document of a supplier or a user, stored without punctuation and check digit. */
export const documentText = (max: number, pattern: RegExp, message: string) => {
  const schema = text(max)
    .strict(false)
    .meta({ description: 'También con puntos, guion y dígito de verificación.' });
  // The transform of yup would coerce any value to text.
  schema.transforms = [];
  return shaped(
    schema.transform((value: unknown) => (typeof value === 'string' ? readDocument(value) : value)),
    pattern,
    ({ value }) => (/^\d+-\d$/.test(`${value}`) ? otherCheckDigit : message),
  );
};

export const otherCheckDigit = 'El dígito de verificación no corresponde al número de documento';

export const onlyAlphanumeric = 'Recuerda que solo se aceptan letras y números';

/** Letters and digits only. */
export const alphanumeric = (max: number, kind = text) =>
  shaped(kind(max), new RegExp(`^[A-Za-z0-9]{1,${max}}$`), onlyAlphanumeric);

/** Maximum length of the number of a transport guide. */
export const maximumGuide = 100;

const hasTwoDecimals = (value: number | undefined): boolean =>
  value == null || Math.round(value * 100) / 100 === value;

/** Pesos with at most two decimals; a text is read as by `typedPesos`. */
export const money = () =>
  numeric('un valor en pesos', moneyText, (text) => typedPesos(text) ?? text)
    .typeError(noAmount)
    .min(0, onlyNumbers)
    .max(maximumAmount, tooMuchMoney)
    .test('centavos', onlyNumbers, hasTwoDecimals);

/**
 * Whole pesos, in digits only.
 *
 * @param orCentavos also two decimals, of an amount that was stored before
 */
export const wholePesos = ({ orCentavos = false } = {}) => {
  const amount = numeric(
    'un valor en pesos, solo con números',
    orCentavos ? /^\d+(\.\d{1,2})?$/ : /^\d+$/,
    Number,
  )
    .typeError(noAmount)
    .min(0, onlyNumbers)
    .max(maximumAmount, tooMuchMoney);
  return orCentavos
    ? amount.test('centavos', onlyNumbers, hasTwoDecimals)
    : amount.integer(onlyNumbers);
};

/** False for a text without visible characters; null and undefined pass. */
export const isFilled = (value: string | null | undefined): boolean =>
  value == null || value.trim() !== '';

/** Required text with more than spaces; it is trimmed before it is stored. */
export const filled = (max: number, message: string) =>
  text(max).required(message).test('filled', message, isFilled);

export const filledLine = (max: number, message: string) =>
  line(max).required(message).test('filled', message, isFilled);

/** A day as `yyyy-MM-dd`; the domain checks that it exists and is within the allowed window. */
export const dateText = () =>
  shaped(text(10), /^\d{4}-\d{2}-\d{2}$/, ({ value }) =>
    isNoDay(`${value}`) ? noSuchDay : 'La fecha debe tener la forma aaaa-mm-dd.',
  );

/** Version of the object that the user saw (optimistic locking); a stale version is refused. */
export const version = () => whole(0);

/**
 * A list of values. A single value becomes a list of one, a text with commas that is no single value (`1,2`) a list of
 * its parts, `''` an empty list.
 */
export const listOf = <Value>(item: yup.Schema<Value>, max = 200) =>
  yup
    .array()
    .transform((value: unknown) => {
      if (value === '') return [];
      if (typeof value === 'number') return [value];
      if (typeof value !== 'string') return value;
      return item.isValidSync(value) ? [value] : value.split(',').map((part) => part.trim());
    })
    .meta({ orOne: true })
    .of(item)
    .max(max);

/** Accepted because the specification sends it, but ignored: the actor is the user of the session. */
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

/** `null` counts as a missing field where it is no value of its own. */
function withoutNulls(value: unknown, _: unknown, { fields }: yup.AnyObjectSchema): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const isNone = (name: string): boolean => {
    const field: unknown = Object.hasOwn(fields, name) ? fields[name] : null;
    return field instanceof yup.Schema && !field.spec.nullable;
  };
  return Object.fromEntries(
    Object.entries(value).filter(([name, sent]) => sent !== null || !isNone(name)),
  );
}

/** The body of a call: its fields and the application token; unknown fields are refused. */
export const body = <Shape extends yup.ObjectShape>(shape: Shape) => {
  const schema = yup
    .object({ token: token(), ...compatibility, ...shape })
    .transform(withoutNulls)
    .noUnknown()
    .label('el cuerpo')
    .required();
  withoutPrototype(schema);
  return schema;
};

/** Prevents a sent field named `constructor` or `toString` from matching an inherited property. */
const withoutPrototype = (schema: { fields: object }): void => {
  schema.fields = Object.assign(Object.create(null), schema.fields);
};

/** An object of its own, such as the filters in the query of a document; unknown fields are refused. */
export const part = <Shape extends yup.ObjectShape>(shape: Shape) => {
  const schema = yup.object(shape).noUnknown();
  withoutPrototype(schema);
  return schema;
};

/** An optional object within a body; unknown fields are refused. @typeParam Part the type of the object */
export const optionalPart = <Part extends object>(
  shape: yup.ObjectShape,
): yup.Schema<Part | null | undefined> => {
  const schema = yup.object(shape).noUnknown().nullable().default(undefined);
  withoutPrototype(schema);
  // yup cannot infer `Part` from a shape that is a parameter.
  return schema as unknown as yup.Schema<Part | null | undefined>;
};

/** Paging, ordering and searching of a list; by default the first 1,000 rows are returned. */
export const listFields = {
  pagina: whole(1, 1_000_000),
  limite: whole(1, 1_000),
  orden: text(40),
  direccion: choice(['asc', 'desc']),
  buscar: text(100),
};

export const listBody = <Shape extends yup.ObjectShape>(shape: Shape) =>
  body({ ...listFields, ...shape });

/* Types of answers: strict, without coercion, and with every field present. */

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

/** An object in a list of a body; unknown fields are refused. */
export const sentRow = <Shape extends yup.ObjectShape>(shape: Shape) => {
  const schema = answer(shape);
  withoutPrototype(schema);
  return schema;
};

export const someOf = <Value>(item: yup.ISchema<Value, yup.AnyObject>) =>
  yup.array().strict().of(item).required();

export const rowsOf = <Shape extends yup.ObjectShape>(shape: Shape) => someOf(answer(shape));

/** Answer of a mutation: a list of one element with the status, a message and the fields of the call. */
export const done = <Shape extends yup.ObjectShape>(shape?: Shape) =>
  rowsOf({
    status: oneOfTexts(['200']),
    msg: yup.string().strict(),
    ...(shape ?? ({} as Shape)),
  }).length(1);

/** Fields that identify a box in a row that links to it. */
export const namedBox = {
  id_caja: anId(),
  id_tienda: anId(),
  tienda: aText(),
  consecutivo: orNull(aCount()),
  /** Code of its state. */
  active: aCount(),
};
