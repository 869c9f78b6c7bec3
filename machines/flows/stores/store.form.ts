/** The form of a store: its values, its rules and the call that saves it. */
import { fillAll } from '#contract/fields.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { type StorePlace, storePlaceNames, storePlaces } from '#machines/domain/people/profiles.ts';
import { formatMoney, toCentavos } from '#machines/domain/values/money.ts';
import {
  type CityChoice,
  type NamedRow,
  type PersonRow,
  type RequestTo,
  cityIdOf,
  cityLabelOf,
  cityMessage,
  createRecordFormMachine,
  unparsableRefusals,
  recordKind,
  trimmed,
} from '../records/record-form.machine.ts';
import { citizenDocumentType, isNit, nitRefusals } from '../users/user.form.ts';

export interface StoreFormFacts {
  /** Null for a new one. */
  store: AnswerOf<'/obtenerTiendaById'> | null;
  /** People of the three profiles that a store needs. */
  people: readonly PersonRow[];
  /** `formato_tienda` */
  formats: readonly NamedRow[];
  documentTypes: readonly NamedRow[];
  cities: readonly CityChoice[];
}

type StorePath = '/agregarTienda' | '/editarTienda';

/** A person who is created together with the store. */
const newPerson = {
  nombre: '',
  tipo_doc: citizenDocumentType as number | null,
  num_doc: '',
  digito: '',
  email: '',
  celular: '',
};

/** 'si': the post is filled by a new person, `<post>_nuevo`. */
type Choice = 'no' | 'si';

/** Title above a form that the server refused. */
export const storeRefusedMessage = 'No se pudo guardar la tienda';

/** The candidates for a post; a holder who is inactive or has another profile stays in the list, and is marked. */
export function candidatesFor(
  place: StorePlace,
  { people, store }: StoreFormFacts,
): { id: number; nombre: string }[] {
  const active = people
    .filter(({ tipo }) => tipo === storePlaces[place])
    .map(({ id, razon_social }) => ({ id, nombre: razon_social }));
  const holders = [
    store?.[place],
    ...(place === 'responsable' ? (store?.responsables_adicionales ?? []) : []),
  ];
  const gone = (store?.personas ?? []).filter(
    ({ id }) => holders.includes(id) && !active.some((person) => person.id === id),
  );
  return [
    ...active,
    ...gone.map(({ id, razon_social, active_ }) => ({
      id,
      nombre: `${razon_social} (${active_ === 1 ? 'otro perfil' : 'inactivo'})`,
    })),
  ];
}

/** The id of the only row of a list; null when there are several. */
const onlyOf = ([first, second]: readonly NamedRow[]): number | null =>
  first === undefined || second !== undefined ? null : first.id;

/** Fields as formik owns them: choices are ids, null while none is chosen. */
export const initialStoreValues = ({ store, cities, formats }: StoreFormFacts) => ({
  con_responsable: 'no' as Choice,
  con_supervisor: 'no' as Choice,
  con_gerente: 'no' as Choice,
  responsable_nuevo: newPerson,
  supervisor_nuevo: newPerson,
  gerente_nuevo: newPerson,
  nombre: store?.nombre ?? '',
  direccion: store?.direccion ?? '',
  telefono: store?.telefono ?? '',
  email: store?.email ?? '',
  centro_costo: store?.centro_costo ?? '',
  centro_beneficio: store?.centro_beneficio ?? '',
  responsable: store?.responsable ?? null,
  responsables_adicionales: store?.responsables_adicionales ?? [],
  supervisor: store?.supervisor ?? null,
  gerente: store?.gerente ?? null,
  formato_tienda: store === null ? onlyOf(formats) : store.formato_tienda,
  /** Whole pesos; with a decrease that is asked for, the base after it. */
  base: store === null ? '' : String(wantedBase(store)),
  motivo_base: '',
  /** The city by its label. */
  ciudad: cityLabelOf(cities, store?.ciudad),
});

/** The values of a new store, for who may create people: a post without a candidate is filled by a new person. */
export function valuesWithNewcomers(facts: StoreFormFacts): StoreValues {
  const values = initialStoreValues(facts);
  for (const post of storePlaceNames)
    if (facts.store === null && candidatesFor(post, facts).length === 0)
      values[`con_${post}`] = 'si';
  return values;
}

/** The base that the last edit wanted; pesos. */
const wantedBase = ({ base, por_devolver }: NonNullable<StoreFormFacts['store']>): number =>
  (toCentavos(base) - toCentavos(por_devolver)) / 100;

/** What follows when a form with this base is saved; '' when the base stays as it is. */
export function consequenceOfBase(text: string, { store }: StoreFormFacts): string {
  if (store === null) return '';
  const base = baseOf(text.trim(), wantedBase(store));
  if (base === undefined || base === wantedBase(store)) return '';
  const change = toCentavos(base) - toCentavos(store.base);
  if (change > 0)
    return `La base sube ${formatMoney(change)}: queda por girar, y está en la caja cuando se confirme su giro.`;
  return change === 0
    ? 'Ya no se le pide a la tienda devolver parte de su base.'
    : `La tienda debe devolver ${formatMoney(-change)}: la base baja cuando se consigne o se retenga de un giro.`;
}

/** What follows when another person is put in charge of an existing store; '' while the person stays. */
export const consequenceOfHandover = (
  { responsable }: Pick<StoreValues, 'responsable'>,
  { store }: StoreFormFacts,
): string =>
  store === null || store.responsable === null || responsable === store.responsable
    ? ''
    : 'La tienda cambia de responsable: se pide un arqueo, los vales sin legalizar quedan a cargo de quien los dio, y lo que ya se debe sigue a cargo de quien lo debe.';

export type StoreValues = ReturnType<typeof initialStoreValues>;

/** Pesos; undefined for an invalid number. A stored base with centavos stays until it is changed. */
const baseOf = (text: string, stored: number | undefined): number | undefined =>
  /^\d+$/.test(text) || text === String(stored) ? Number(text) : undefined;

/** The usual profit centre of a cost centre: CB701 for CC701. */
export const proposedProfitCentre = (centro_costo: string): string =>
  centro_costo.trim().replace(/^CC/i, 'CB');

/** Completes an e-mail address that was typed without its domain with the domain of another address. */
export const withDomainOf = (address: string, other: string): string => {
  const typed = address.trim();
  return typed === '' || typed.includes('@')
    ? address
    : `${typed}${other.slice(other.indexOf('@'))}`;
};

/** The post is filled by a new person. */
export const isNewcomer = (values: Pick<StoreValues, `con_${StorePlace}`>, post: StorePlace) =>
  values[`con_${post}`] === 'si';

/** The new people in the body of the call, each in the place of an existing one. */
const newcomersIn = (values: StoreValues) =>
  Object.fromEntries(
    storePlaceNames
      .filter((post) => isNewcomer(values, post))
      .flatMap((post) => {
        const person = trimmed(values[`${post}_nuevo`]);
        const digito = isNit(person.tipo_doc) ? person.digito : undefined;
        return [
          [post, undefined],
          [`${post}_nuevo`, { ...person, digito }],
        ];
      }),
  );

export const storeKind = recordKind<StoreFormFacts, StoreValues, StorePath>({
  draft: 'tienda',
  request: (values, { store, cities }) => {
    const {
      base,
      motivo_base,
      ciudad,
      con_responsable: _,
      con_supervisor: __,
      con_gerente: ___,
      responsable_nuevo: ____,
      supervisor_nuevo: _____,
      gerente_nuevo: ______,
      ...typed
    } = trimmed(values);
    const body = {
      ...typed,
      responsables_adicionales: typed.responsables_adicionales.filter(
        (id) => id !== typed.responsable,
      ),
      base: baseOf(base, store === null ? undefined : wantedBase(store)),
      ciudad: cityIdOf(cities, ciudad),
      ...newcomersIn(values),
    };
    return (
      store === null
        ? { path: '/agregarTienda', body }
        : {
            path: '/editarTienda',
            body: {
              ...body,
              id_tienda: store.id,
              version: store.version,
              ...(motivo_base !== '' && { motivo_base }),
            },
          }
    ) as RequestTo<StorePath>;
  },
  rules: (values, _, body) => [
    ...storePlaceNames.flatMap((post) =>
      (isNewcomer(values, post) ? nitRefusals(values[`${post}_nuevo`]) : []).map(
        ({ guardia, mensaje }) => ({ guardia: `${post}_nuevo.${guardia}`, mensaje }),
      ),
    ),
    ...unparsableRefusals('base', values.base, body.base, 'Solo números'),
    ...unparsableRefusals('ciudad', values.ciudad, body.ciudad, cityMessage),
  ],
  incomplete: fillAll,
  destination: { route: 'listarTiendas' },
});

export const storeFormMachine = createRecordFormMachine(storeKind);
