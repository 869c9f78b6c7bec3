/** The form of a store: what a person typed, what is wrong with it, and the call that keeps it. */
import { fillAll } from '#contract/calls/administration.calls.ts';
import { type AnswerOf, calls, type RequestOf } from '#contract/contract.ts';
import type { FailedGuard } from '#machines/domain/explain.ts';
import { createRecordFormMachine } from './record-form.machine.ts';
import {
  type CityChoice,
  cityIdOf,
  cityLabelOf,
  cityMessage,
  type NamedRow,
  type PersonRow,
} from './record-form-rows.ts';
import { refusalsOfSchema } from '../schema-refusals.ts';

export interface StoreFormFacts {
  /** Null for a new one. */
  store: AnswerOf<'/obtenerTiendaById'> | null;
  /** People of the three profiles that a store needs. */
  people: readonly PersonRow[];
  /** `formato_tienda` */
  formats: readonly NamedRow[];
  cities: readonly CityChoice[];
}

/** Fields as formik owns them: choices are ids, null while none is chosen; the city is its label. */
export interface StoreValues {
  nombre: string;
  direccion: string;
  telefono: string;
  email: string;
  centro_costo: string;
  centro_beneficio: string;
  responsable: number | null;
  responsables_adicionales: readonly number[];
  supervisor: number | null;
  gerente: number | null;
  formato_tienda: number | null;
  /** Whole pesos. */
  base: string;
  ciudad: string;
}

export type StoreRequest =
  | { path: '/agregarTienda'; body: RequestOf<'/agregarTienda'> }
  | { path: '/editarTienda'; body: RequestOf<'/editarTienda'> };

export const storeMessages = {
  base: 'Solo números',
  /** Title over a form that the server refused. */
  refused: 'No se pudo guardar la tienda',
} as const;

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

export function initialStoreValues({ store, cities }: StoreFormFacts): StoreValues {
  return {
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
    base: store?.base == null ? '' : String(store.base),
    ciudad: cityLabelOf(cities, store?.ciudad),
  };
}

/** Pesos; undefined for what is no number. */
const baseOf = (text: string): number | undefined =>
  /^\d+$/.test(text.trim()) ? Number(text.trim()) : undefined;

/** The call and its body; complete once `storeRefusals` finds nothing. */
function storeRequest(values: StoreValues, { store, cities }: StoreFormFacts): StoreRequest {
  const draft = {
    nombre: values.nombre.trim(),
    direccion: values.direccion.trim(),
    telefono: values.telefono.trim(),
    email: values.email.trim(),
    centro_costo: values.centro_costo.trim(),
    centro_beneficio: values.centro_beneficio.trim(),
    responsable: values.responsable,
    responsables_adicionales: values.responsables_adicionales.filter(
      (id) => id !== values.responsable,
    ),
    supervisor: values.supervisor,
    gerente: values.gerente,
    formato_tienda: values.formato_tienda,
    base: baseOf(values.base),
    ciudad: cityIdOf(cities, values.ciudad),
  };
  return store === null
    ? { path: '/agregarTienda', body: draft as RequestOf<'/agregarTienda'> }
    : {
        path: '/editarTienda',
        body: { ...draft, id_tienda: store.id } as RequestOf<'/editarTienda'>,
      };
}

export function storeRefusals(values: StoreValues, facts: StoreFormFacts): FailedGuard[] {
  const { path, body } = storeRequest(values, facts);
  const isNoNumber = values.base.trim() !== '' && body.base === undefined;
  const isNoCity = values.ciudad.trim() !== '' && body.ciudad === undefined;
  return [
    ...(isNoNumber ? [{ guardia: 'base', mensaje: storeMessages.base }] : []),
    ...(isNoCity ? [{ guardia: 'ciudad', mensaje: cityMessage }] : []),
    ...refusalsOfSchema(calls[path].body, body),
  ];
}

export const storeKind = {
  refusals: storeRefusals,
  request: storeRequest,
  incomplete: fillAll,
  destination: { route: 'listarTiendas' as const },
};

export const storeFormMachine = createRecordFormMachine<StoreFormFacts, StoreValues, StoreRequest>(
  storeKind,
);
