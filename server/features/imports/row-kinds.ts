import { nitDocumentType } from '#contract/calls/administration.calls.ts';
import { calls } from '#contract/contract.ts';
import { readDocument } from '#contract/typed-values.ts';
import type { Holder } from '#machines/domain/people/authority.ts';
import { profileIds, profiles } from '#machines/domain/people/profiles.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import { sameText } from '#machines/domain/values/texts.ts';
import { refusalsOfSchema } from '#machines/flows/steps/date-range.form.ts';
import { lockAdministrationLog } from '../../platform/database/administration-log.repository.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { type UserForm, columnsOf, userReasons } from '../accounts/user-form.ts';
import { isRegistered, lockUsers, normalEmail, usersByEmail } from '../accounts/user.repository.ts';
import { formatNames } from '../catalogues/catalogue.operations.ts';
import { referenceNames } from '../reference/reference.repository.ts';
import { type StoreForm, storeKey, storeReasons } from '../stores/store-form.ts';
import { storesByName } from '../stores/store.repository.ts';
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

/** Finds a city by name or by DANE code; a name that several cities share requires the code. */
function cityIn(cities: Cities, text: string): { id: number; fault?: string } {
  if (/^\d{1,6}$/.test(text) && cities.ids.has(Number(text))) return { id: Number(text) };
  const named = cities.byName.get(cityKey(text)) ?? [];
  if (named.length === 1) return { id: named[0]?.id ?? NOTHING };
  const fault =
    named.length === 0
      ? `no existe «${text}».`
      : `hay ${named.length} municipios «${text}»; escriba el código DANE: ${named.map(({ id }) => id).join(', ')}.`;
  return { id: NOTHING, fault };
}

interface Bringing {
  /** Id of the user who imports the file. */
  author: number;
  /** True when the stores will be written: locks their people until then. */
  locks: boolean;
}

export async function storeRows(
  trx: Trx,
  rows: readonly FieldRow<StoreField>[],
  { author, locks }: Bringing,
): Promise<RowKind<StoreField, StoreForm>> {
  const emails = rows.flatMap(({ celdas }) => places.map((place) => celdas[place] ?? ''));
  const found = await usersByEmail(trx, emails);
  const people =
    locks && found.length > 0
      ? await lockUsers(
          trx,
          found.map(({ id }) => id),
        )
      : found;
  if (locks) await lockAdministrationLog(trx);
  const byEmail = new Map(people.map((person) => [person.email, person.id]));
  const byFormat = new Map(
    (await formatNames(trx, 'inUse')).map(({ id, nombre }) => [sameText(nombre), id]),
  );
  const cities = citiesOf(await referenceNames(trx, 'ciudades'));
  const registered = new Set((await storesByName(trx)).map(storeKey));
  return {
    columns: storeColumns,
    read: (cells) => {
      const faults: FieldFaults<StoreField> = {};
      const personIn = (place: (typeof places)[number]): number => {
        const id = byEmail.get(normalEmail(cells[place]));
        if (id === undefined) faults[place] = `no hay ningún usuario con «${cells[place]}».`;
        return id ?? NOTHING;
      };
      const city = cityIn(cities, cells.ciudad);
      if (city.fault !== undefined) faults.ciudad = city.fault;
      const formato_tienda = byFormat.get(sameText(cells.formato_tienda)) ?? NOTHING;
      if (formato_tienda === NOTHING)
        faults.formato_tienda = `no existe «${cells.formato_tienda}»; los nombres están en la plantilla.`;
      const isWhole = /^\d+$/.test(cells.base);
      if (!isWhole)
        faults.base = `«${cells.base}» no son pesos enteros, escritos solo con números.`;
      const form = {
        ...cells,
        responsable: personIn('responsable'),
        gerente: personIn('gerente'),
        supervisor: personIn('supervisor'),
        formato_tienda,
        ciudad: city.id,
        base: isWhole ? Number(cells.base) : 0,
      };
      return { form, faults };
    },
    rules: (form) => refusalsOfSchema(calls['/agregarTienda'].body, form),
    keys: (form) => [{ key: storeKey(form), what: 'El nombre con su centro de costo' }],
    isThere: async (form) => registered.has(storeKey(form)),
    reasons: (form) => storeReasons(trx, form, author, people),
  };
}

/** Users from a file, with the rules of the user form; each is invited to choose a password. */

const profileNames = profileIds.map((id) => ({ id, nombre: profiles[id].nombre }));

/** @param holder the user who imports the file */
export async function userRows(trx: Trx, holder: Holder): Promise<RowKind<UserField, UserForm>> {
  const documentTypes = await referenceNames(trx, 'tipo_doc');
  const idOf = (list: readonly { id: number; nombre: string }[], text: string): number =>
    list.find(({ nombre }) => sameText(nombre) === sameText(text))?.id ?? NOTHING;
  return {
    columns: userColumns,
    read: (cells) => {
      const [, digit = ''] = /-\s*(\d)\s*$/.exec(cells.num_doc) ?? [];
      const form = {
        ...cells,
        num_doc: readDocument(cells.num_doc),
        digito: cells.digito || digit,
        tipo: idOf(profileNames, cells.tipo),
        tipo_doc: idOf(documentTypes, cells.tipo_doc),
      };
      return {
        form,
        faults: {
          ...(form.tipo === NOTHING && {
            tipo: `no existe «${cells.tipo}»; los nombres están en la plantilla.`,
          }),
          ...(form.tipo_doc === NOTHING && {
            tipo_doc: `no existe «${cells.tipo_doc}»; los nombres están en la plantilla.`,
          }),
          ...(form.tipo_doc === nitDocumentType &&
            form.digito === '' && { digito: 'está vacío; el NIT lo necesita.' }),
        },
      };
    },
    rules: (form) => refusalsOfSchema(calls['/registrarUsuario'].body, { ...form, invitar: 1 }),
    keys: (form) => {
      const { email, tipo_doc, num_doc } = columnsOf(form);
      return [
        { key: `email ${email}`, what: 'El correo' },
        { key: `documento ${tipo_doc} ${num_doc}`, what: 'El documento' },
      ];
    },
    isThere: (form) => isRegistered(trx, columnsOf(form)),
    reasons: (form) => userReasons(trx, form, holder, null),
  };
}
