/** The form of a store: what a person typed, what is wrong with it, and the call that keeps it. */
import { fillAll } from '#contract/calls/administration.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { createRecordFormMachine } from './record-form.machine.ts';
import {
  type CityChoice,
  cityIdOf,
  cityLabelOf,
  cityMessage,
  type NamedRow,
  type PersonRow,
} from './record-form-rows.ts';
import { meaningless, type RequestTo, recordKind, trimmed } from './record-kind.ts';

export interface StoreFormFacts {
  /** Null for a new one. */
  store: AnswerOf<'/obtenerTiendaById'> | null;
  /** People of the three profiles that a store needs. */
  people: readonly PersonRow[];
  /** `formato_tienda` */
  formats: readonly NamedRow[];
  cities: readonly CityChoice[];
}

type StorePath = '/agregarTienda' | '/editarTienda';

/** Title over a form that the server refused. */
export const storeRefusedMessage = 'No se pudo guardar la tienda';

/** The profile of whoever takes a place in a store. */
export const storePlaces = { responsable: 2, supervisor: 3, gerente: 8 } as const;

export type StorePlace = keyof typeof storePlaces;

/** Lists the candidates for a place; its holder stays in the list, under the own name, and is marked. */
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

/** Fields as formik owns them: choices are ids, null while none is chosen. */
export const initialStoreValues = ({ store, cities }: StoreFormFacts) => ({
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
  formato_tienda: store?.formato_tienda ?? null,
  /** Whole pesos. */
  base: store?.base == null ? '' : String(store.base),
  /** The city by its label. */
  ciudad: cityLabelOf(cities, store?.ciudad),
});

export type StoreValues = ReturnType<typeof initialStoreValues>;

/** Pesos; undefined for what is no number. */
const baseOf = (text: string): number | undefined =>
  /^\d+$/.test(text) ? Number(text) : undefined;

export const storeKind = recordKind<StoreFormFacts, StoreValues, StorePath>({
  request: (values, { store, cities }) => {
    const { base, ciudad, ...typed } = trimmed(values);
    const body = {
      ...typed,
      responsables_adicionales: typed.responsables_adicionales.filter(
        (id) => id !== typed.responsable,
      ),
      base: baseOf(base),
      ciudad: cityIdOf(cities, ciudad),
    };
    return (
      store === null
        ? { path: '/agregarTienda', body }
        : { path: '/editarTienda', body: { ...body, id_tienda: store.id } }
    ) as RequestTo<StorePath>;
  },
  rules: ({ base, ciudad }, _, body) => [
    ...meaningless('base', base, body.base, 'Solo números'),
    ...meaningless('ciudad', ciudad, body.ciudad, cityMessage),
  ],
  incomplete: fillAll,
  destination: { route: 'listarTiendas' },
});

export const storeFormMachine = createRecordFormMachine(storeKind);
