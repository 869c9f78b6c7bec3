import { nitDocumentType } from '#contract/calls/administration.calls.ts';
import { accountKinds, holderDocuments } from '#contract/calls/payments.calls.ts';
import { calls } from '#contract/contract.ts';
import { refusedIf } from '#contract/errors.ts';
import { readDocument } from '#contract/typed-values.ts';
import {
  changeRefusals,
  holderOf,
  leavesWork,
  leavingRefusals,
} from '#machines/domain/people/authority.ts';
import { isProfileId, profileIds, profiles } from '#machines/domain/people/profiles.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import { formatMoney, toCentavos, typedPesos } from '#machines/domain/values/money.ts';
import { sameText } from '#machines/domain/values/texts.ts';
import { refusalsOfSchema } from '#machines/flows/steps/date-range.form.ts';
import { hasSomePermission } from '../../platform/access/call.policy.ts';
import { lockAdministrationLog } from '../../platform/database/administration-log.repository.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { SessionContext } from '../../platform/http/operation.ts';
import { type UserForm, columnsOf, permissionsColumn, userReasons } from '../accounts/user-form.ts';
import {
  type UserRow,
  findHolder,
  lockAllGoverned,
  lockUsers,
  normalEmail,
  usersByEmail,
  usersWithIds,
} from '../accounts/user.repository.ts';
import { createPerson } from '../invitations/invitation.operations.ts';
import { quoted } from '../invoices/xml/refused-file.ts';
import { formatNames } from '../catalogues/catalogue.operations.ts';
import { referenceNames } from '../reference/reference.repository.ts';
import { chargeOf } from '../stores/charge.repository.ts';
import { type StoreForm, storeKey, storeReasons } from '../stores/store-form.ts';
import { changeStore, formOfStore, postHoldersOf, writeStore } from '../stores/store.operations.ts';
import { type StoreRow, storesByName, storesWithIds } from '../stores/store.repository.ts';
import { changeUser } from '../users/user.operations.ts';
import {
  allBanks,
  latestAccounts,
  maskedAccount,
  type AccountRow,
} from '../payments/payments.repository.ts';
import { proposeAccount } from '../payments/store-account.operations.ts';
import { accountIn, accountRules, type ProposedAccount } from './account-cells.ts';
import {
  type FieldFaults,
  type FieldRow,
  NOTHING,
  type RowKind,
  type StoreField,
  type UserField,
  storeColumns,
  userColumns,
} from './import-rows.ts';

/** Stores from a file, with the rules of the store form and their people identified by e-mail. */

const places = ['responsable', 'gerente', 'supervisor'] as const;

interface Named {
  id: number;
  nombre: string;
}

interface Cities {
  ids: ReadonlySet<number>;
  byName: ReadonlyMap<string, readonly Named[]>;
}

/** «Bogotá D.C.», «Bogotá, D. C.» and «Bogotá» are one city. */
const cityKey = (name: string): string => sameText(name).replace(/,?\s*d\.?\s*c\.?$/, '');

const citiesOf = (rows: readonly Named[]): Cities => ({
  ids: new Set(rows.map(({ id }) => id)),
  byName: grouped(
    rows,
    ({ nombre }) => cityKey(nombre),
    (row) => row,
  ),
});

/** The capital of a department has the code 001 within it. */
const isCapital = (id: number): boolean => id % 1000 === 1;

/** «Cartagena» is Cartagena de Indias, «Cúcuta» San José de Cúcuta, «Buga» Guadalajara de Buga. */
function usuallyNamed({ byName }: Cities, key: string): readonly Named[] {
  const found = [...byName].flatMap(([name, rows]) =>
    name.startsWith(`${key} `) || name.endsWith(` ${key}`) ? rows : [],
  );
  const capitals = found.filter(({ id }) => isCapital(id));
  return capitals.length === 1 ? capitals : found;
}

/** Codes of cities in a sentence. */
const listedCities = 6;

/** Finds a city by name or by DANE code; a name that several cities share requires the code. */
function cityIn(cities: Cities, text: string): { id: number; fault?: string } {
  if (/^\d{1,6}$/.test(text) && cities.ids.has(Number(text))) return { id: Number(text) };
  const key = cityKey(text);
  const named = cities.byName.get(key) ?? (key === '' ? [] : usuallyNamed(cities, key));
  if (named.length === 1) return { id: named[0]?.id ?? NOTHING };
  const codes = named.slice(0, listedCities).map(({ id }) => id);
  const fault =
    named.length === 0
      ? `no existe ${quoted(text)}.`
      : `hay ${named.length} municipios ${quoted(text)}; escriba el código DANE: ${codes.join(', ')}${named.length > listedCities ? '…' : ''}.`;
  return { id: NOTHING, fault };
}

interface Bringing {
  context: SessionContext;
  /** True when the rows will be written: locks what they refer to until then. */
  locks: boolean;
}

const onlyCreates = 'Ya está en uso, y usted no puede cambiarlo.';

/** The stores of a file that are registered, with their posts, by key. */
async function registeredStores(trx: Trx, rows: readonly FieldRow<StoreField>[], locks: boolean) {
  const inFile = new Set(
    rows.map(({ celdas: { nombre, centro_costo } }) =>
      storeKey({ nombre: nombre ?? '', centro_costo: centro_costo ?? '' }),
    ),
  );
  const ids = (await storesByName(trx)).filter((one) => inFile.has(storeKey(one)));
  const stores = await storesWithIds(
    trx,
    ids.map(({ id }) => id),
    locks,
  );
  const found = new Map<string, RegisteredStore>();
  for (const store of stores)
    found.set(storeKey(store), { store, form: await formOfStore(trx, store) });
  return found;
}

interface RegisteredStore {
  store: StoreRow;
  form: StoreForm;
}

interface ImportedStore extends StoreForm {
  /** The account that the row proposes; null without one, and for the one that is in force or proposed already. */
  account: ProposedAccount | null;
}

const accountFields = [
  'numero',
  'id_banco',
  'tipo_cuenta',
  'titular',
  'tipo_doc',
  'documento',
] as const;

/** The account that a row replaces; only who confirms an account sees its number. */
const maskedProposal = ({ id_tienda, id_banco, numero, titular, documento, ...row }: AccountRow) =>
  ({
    id_tienda,
    via: 'transferencia' as const,
    id_banco: id_banco ?? NOTHING,
    tipo_cuenta: accountKinds.find((kind) => kind === row.tipo_cuenta) ?? '',
    numero: maskedAccount(numero),
    titular,
    tipo_doc: holderDocuments.find((one) => one === row.tipo_doc) ?? '',
    documento,
  }) satisfies ProposedAccount;

const isSameAccount = (one: ProposedAccount, other: AccountRow): boolean =>
  accountFields.every((name) => `${one[name] ?? ''}` === `${other[name] ?? ''}`);

const peopleOf = ({
  responsable,
  gerente,
  supervisor,
  responsables_adicionales = [],
}: StoreForm) => [responsable, gerente, supervisor, ...responsables_adicionales];

/** @param rows the rows of the file; a row with the name and the cost centre of a store changes it */
export async function storeRows(
  trx: Trx,
  rows: readonly FieldRow<StoreField>[],
  { context, locks }: Bringing,
): Promise<RowKind<StoreField, ImportedStore>> {
  const { session } = context;
  const emails = rows.flatMap(({ celdas }) => places.map((place) => celdas[place] ?? ''));
  const named = (await usersByEmail(trx, emails)).map(({ id }) => id);
  const held = [...(await registeredStores(trx, rows, false)).values()].flatMap(({ form }) =>
    peopleOf(form),
  );
  const ids = [...new Set([...named, ...held])];
  const people = await (locks ? lockUsers(trx, ids) : usersWithIds(trx, ids));
  if (locks) await lockAdministrationLog(trx);
  // Read again under the lock: another form may have ended meanwhile.
  const registered = await registeredStores(trx, rows, locks);
  const byEmail = new Map(people.map((person) => [person.email, person.id]));
  const emailOf = new Map(people.map((person) => [person.id, person.email]));
  const formats = await formatNames(trx, 'inUse');
  const byFormat = new Map(formats.map(({ id, nombre }) => [sameText(nombre), id]));
  const cityRows = await referenceNames(trx, 'ciudades');
  const cities = citiesOf(cityRows);
  const nameIn = (list: readonly Named[], id: number): string =>
    list.find((row) => row.id === id)?.nombre ?? '';
  const storedOf = (form: Pick<StoreForm, 'nombre' | 'centro_costo'>) =>
    registered.get(storeKey(form));
  const banks = await allBanks(trx);
  const accounts = await latestAccounts(
    trx,
    [...registered.values()].map(({ store }) => store.id),
  );
  const accountOf = (form: StoreForm) => accounts.get(storedOf(form)?.store.id ?? NOTHING);
  return {
    columns: storeColumns,
    read: (cells) => {
      const faults: FieldFaults<StoreField> = {};
      const personIn = (place: (typeof places)[number]): number => {
        const id = byEmail.get(normalEmail(cells[place]));
        if (id === undefined) faults[place] = `no hay ningún usuario con ${quoted(cells[place])}.`;
        return id ?? NOTHING;
      };
      const city = cityIn(cities, cells.ciudad);
      if (city.fault !== undefined) faults.ciudad = city.fault;
      const formato_tienda = byFormat.get(sameText(cells.formato_tienda)) ?? NOTHING;
      if (formato_tienda === NOTHING)
        faults.formato_tienda = `no existe ${quoted(cells.formato_tienda)}; los nombres están en la plantilla.`;
      const base = typedPesos(cells.base);
      if (base === undefined) faults.base = `${quoted(cells.base)} no son pesos.`;
      const form = {
        ...cells,
        responsable: personIn('responsable'),
        gerente: personIn('gerente'),
        supervisor: personIn('supervisor'),
        formato_tienda,
        ciudad: city.id,
        base: base ?? 0,
      };
      const stored = storedOf(form);
      const given = accountIn(cells, stored?.store.id ?? NOTHING, banks, faults);
      const current = accountOf(form);
      const account =
        given !== null && current !== undefined && isSameAccount(given, current) ? null : given;
      const additional = stored?.form.responsables_adicionales ?? [];
      return { form: { ...form, responsables_adicionales: additional, account }, faults };
    },
    rules: ({ account, ...form }) => [
      ...refusalsOfSchema(calls['/agregarTienda'].body, form),
      ...accountRules(account),
    ],
    keys: (form) => [{ key: storeKey(form), what: 'El nombre con su centro de costo' }],
    registered: async (form) => {
      const stored = storedOf(form);
      if (stored === undefined) return null;
      const current = accountOf(form);
      const account =
        form.account === null || current === undefined ? null : maskedProposal(current);
      return { ...stored.form, account };
    },
    shown: (form) => ({
      nombre: form.nombre.trim(),
      direccion: form.direccion.trim(),
      telefono: form.telefono.trim(),
      email: form.email.trim(),
      centro_costo: form.centro_costo.trim(),
      centro_beneficio: form.centro_beneficio.trim(),
      responsable: emailOf.get(form.responsable) ?? '',
      gerente: emailOf.get(form.gerente) ?? '',
      supervisor: emailOf.get(form.supervisor) ?? '',
      formato_tienda: nameIn(formats, form.formato_tienda),
      base: formatMoney(toCentavos(form.base)),
      ciudad: nameIn(cityRows, form.ciudad),
      banco: nameIn(banks, form.account?.id_banco ?? NOTHING),
      tipo_cuenta: form.account?.tipo_cuenta ?? '',
      numero: form.account?.numero ?? '',
      titular: form.account?.titular?.trim() ?? '',
      tipo_doc: form.account?.tipo_doc ?? '',
      documento: form.account?.documento ?? '',
    }),
    reasons: async (form) => {
      const stored = storedOf(form);
      const mayNot = refusedIf(
        form.account !== null && !hasSomePermission(session, calls['/proponerCuenta'].who),
        'numero',
        'Usted no puede proponer la cuenta de una tienda.',
      );
      if (stored === undefined)
        return [...mayNot, ...(await storeReasons(trx, form, session.idUsuario, people))];
      const edited = {
        id: stored.store.id,
        stored: postHoldersOf(stored.form),
      };
      return [
        ...mayNot,
        ...refusedIf(!hasSomePermission(session, ['editarTienda']), 'nombre', onlyCreates),
        ...(await storeReasons(trx, form, session.idUsuario, people, edited)),
      ];
    },
    notes: ({ account }) =>
      account === null ? [] : ['Propone su cuenta: otra persona la confirma.'],
    write: async (form) => {
      const stored = storedOf(form);
      const id_tienda = stored?.store.id ?? (await writeStore(trx, context, form));
      if (stored !== undefined)
        await changeStore(trx, context, { id: id_tienda, form, motivo: 'Importación de tiendas' });
      if (form.account !== null) await proposeAccount(trx, context, { ...form.account, id_tienda });
    },
  };
}

/** Users from a file, with the rules of the user form; new ones have a temporary password or are invited to choose one. */

interface ImportedUser extends UserForm {
  /** The file has a temporary password for a user who is registered already. */
  unusedPassword: boolean;
}

const profileNames = profileIds.map((id) => ({ id, nombre: profiles[id].nombre }));

/** «Cédula de ciudadanía» is also «CC» and «C.C.», «Permiso por protección temporal» «PPT». */
const initialsOf = (name: string): string =>
  sameText(name)
    .split(' ')
    .filter((word) => !['de', 'del', 'por'].includes(word))
    .map((word) => word.charAt(0))
    .join('');

/** A mobile number without its signs and the prefix of the country. */
const readPhone = (text: string): string =>
  text.replace(/[\s().-]/g, '').replace(/^\+?57(?=3\d{9}$)/, '');

/** The word that gives back the permissions of the profile. */
export const ofProfile = 'las de su perfil';

/** The own list of permissions of a cell; undefined for an empty one, which changes nothing. */
const permissionsIn = (text: string): string | null | undefined =>
  text === '' ? undefined : sameText(text) === ofProfile ? null : text;

const formOfUser = (row: UserRow): ImportedUser => ({
  nombre: row.razon_social,
  tipo: row.tipo,
  tipo_doc: row.tipo_doc,
  num_doc: row.num_doc,
  digito: row.digito,
  email: row.email,
  celular: row.celular,
  permisos: row.permisos,
  unusedPassword: false,
});

/**
 * @param rows the rows of the file; a row with the e-mail of a user changes that user
 * @param hashOfRow hash of the temporary password of a new user, by the normal e-mail; of no password without one
 */
export async function userRows(
  trx: Trx,
  rows: readonly FieldRow<UserField>[],
  { context, hashOfRow, locks }: Bringing & { hashOfRow: (email: string) => string },
): Promise<RowKind<UserField, ImportedUser>> {
  const { session } = context;
  const emails = rows.map(({ celdas }) => celdas.email ?? '');
  const ids = (await usersByEmail(trx, emails)).map(({ id }) => id);
  const { holder, users } = locks
    ? await lockAllGoverned(trx, session, ids)
    : { holder: await findHolder(trx, session), users: await usersWithIds(trx, ids) };
  const byEmail = new Map(users.map((user) => [user.email, user]));
  const documentTypes = await referenceNames(trx, 'tipo_doc');
  const idOf = (list: readonly Named[], text: string): number =>
    list.find(({ nombre }) => sameText(nombre) === sameText(text))?.id ?? NOTHING;
  const documentTypeOf = (text: string): number => {
    const initials = sameText(text).replaceAll('.', '');
    const short = documentTypes.filter(({ nombre }) => initialsOf(nombre) === initials);
    return idOf(documentTypes, text) || (short.length === 1 ? (short[0]?.id ?? NOTHING) : NOTHING);
  };
  const currentOf = (form: UserForm) => byEmail.get(normalEmail(form.email));
  return {
    columns: userColumns,
    read: (cells) => {
      const [, digit = ''] = /-\s*(\d)\s*$/.exec(cells.num_doc) ?? [];
      const current = byEmail.get(normalEmail(cells.email));
      const permisos = permissionsIn(cells.permisos);
      const form = {
        ...cells,
        num_doc: readDocument(cells.num_doc),
        digito: cells.digito || digit,
        tipo: idOf(profileNames, cells.tipo),
        tipo_doc: documentTypeOf(cells.tipo_doc),
        celular: readPhone(cells.celular) || (current?.celular ?? ''),
        permisos: permisos === undefined ? (current?.permisos ?? null) : permisos,
        password: current === undefined ? cells.password : '',
        unusedPassword: current !== undefined && cells.password !== '',
      };
      return {
        form,
        faults: {
          ...(form.tipo === NOTHING && {
            tipo: `no existe ${quoted(cells.tipo)}; los nombres están en la plantilla.`,
          }),
          ...(form.tipo_doc === NOTHING && {
            tipo_doc: `no existe ${quoted(cells.tipo_doc)}; los nombres están en la plantilla.`,
          }),
          ...(form.tipo_doc === nitDocumentType &&
            form.digito === '' && { digito: 'está vacío; el NIT lo necesita.' }),
        },
      };
    },
    rules: (form) => refusalsOfSchema(calls['/registrarUsuario'].body, { ...form, invitar: 1 }),
    keys: (form) => {
      const { email, tipo_doc, num_doc } = columnsOf(form);
      const { password } = form;
      return [
        { key: `email ${email}`, what: 'El correo' },
        { key: `documento ${tipo_doc} ${num_doc}`, what: 'El documento' },
        // A password that several users have is known to all of them.
        ...(password ? [{ key: `clave ${password}`, what: 'El texto de la contraseña' }] : []),
      ];
    },
    registered: async (form) => {
      const current = currentOf(form);
      return current === undefined ? null : formOfUser(current);
    },
    shown: (form) => {
      const { razon_social, tipo, tipo_doc, num_doc, digito, celular } = columnsOf(form);
      return {
        tipo: isProfileId(tipo) ? profiles[tipo].nombre : '',
        nombre: razon_social,
        tipo_doc: documentTypes.find(({ id }) => id === tipo_doc)?.nombre ?? '',
        num_doc,
        digito,
        celular,
        permisos: permissionsColumn(form)?.replaceAll(',', ', ') ?? ofProfile,
      };
    },
    reasons: async (form) => {
      const current = currentOf(form);
      const reasons = await userReasons(trx, form, holder, current ?? null);
      if (current === undefined) return reasons;
      const after = { tipo: form.tipo, permisos: permissionsColumn(form) ?? null };
      return [
        ...refusedIf(!hasSomePermission(session, ['editarUsuario']), 'email', onlyCreates),
        ...changeRefusals(holder, holderOf(current)),
        ...reasons,
        ...(leavesWork(current, after)
          ? leavingRefusals(current.tipo, await chargeOf(trx, current))
          : []),
      ];
    },
    notes: (form) => [
      ...(form.password ? ['Entra con la contraseña temporal y elige otra.'] : []),
      ...(form.unusedPassword ? ['La contraseña del archivo no se usa: ya tiene la suya.'] : []),
    ],
    write: async (form) => {
      const user = currentOf(form);
      const clave_hash = hashOfRow(normalEmail(form.email));
      await (user === undefined
        ? createPerson(trx, context, { form, clave_hash })
        : changeUser(trx, context, { form, holder, user }));
    },
  };
}
