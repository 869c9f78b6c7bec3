/** Administration records, and the options of their forms. */
import type { AnswerOf } from '#contract/contract.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { cityChoices } from '#machines/flows/records/record-form.machine.ts';
import type { SettingsFacts } from '#machines/flows/settings/settings.form.ts';
import type { StoreFormFacts, StoreValues } from '#machines/flows/stores/store.form.ts';
import type { UserFormFacts, UserValues } from '#machines/flows/users/user.form.ts';

/** Settings of a company without name, city and logo. */
export const noCompany: SettingsFacts['empresa'] = {
  nombre_empresa: '',
  ciudad_empresa: '',
  aviso_datos: '',
  logo_empresa: '',
};

/** Settings of a company that exports no entries. */
export const noEntries: SettingsFacts['contabilidad'] = {
  cuenta_fondo: '',
  cuenta_banco: '',
  cuenta_faltantes: '',
  cuenta_apertura: '',
  cuenta_asumidos: '',
  cuenta_iva: '',
  contrapartida: 'caja',
  plantilla_comprobantes: 'generica',
  comprobantes_desde: '',
};

/** Values of the form of a company without rules of the withholding tax. */
export const noWithholding = {
  uvt: '',
  uvt_servicio: '',
  uvt_compra: '',
  uvt_fuente: '',
  uvt_desde: '',
};

/** Default settings of payments. */
export const usualPayments: SettingsFacts['giros'] = {
  control_giros: 'si',
  nit_empresa: '',
  cuenta_pagadora: '',
  tipo_cuenta_pagadora: '',
  formato_giros: 'csv' as const,
  pab_comprobado: '',
  columnas_giros: [],
};

/** Settings without stored numbers. */
export const unwrittenNumbers: SettingsFacts['numeros'] = {
  segundos_decision: '',
  correcciones_gasto: '',
  dias_fraccion: '',
  margen_tope: '',
  tiendas_persona: '',
  dias_dinero: '',
  dias_papeles: '',
  dias_vale: '',
  moneda_minima: '',
  fondo_bajo: '',
};

/** Defaults that the form shows for them. */
export const shownNumbers: SettingsFacts['numeros'] = {
  segundos_decision: '5',
  correcciones_gasto: '2',
  dias_fraccion: '3',
  margen_tope: '5',
  tiendas_persona: '5',
  dias_dinero: '2',
  dias_papeles: '5',
  dias_vale: '3',
  moneda_minima: '50',
  fondo_bajo: '30',
};

export const admin: Person = { id: 1, profile: 1 };

export const cities = cityChoices(
  [
    { id: 1146, nombre: 'NACIONAL', id_municipio: null },
    { id: 5059, nombre: 'Armenia', id_municipio: 5059 },
    { id: 63001, nombre: 'Armenia', id_municipio: 63001 },
    { id: 5001, nombre: 'Medellín', id_municipio: 5001 },
  ],
  [
    { id: 5, nombre_region: 'Antioquia' },
    { id: 63, nombre_region: 'Quindío' },
  ],
);

export const aUser = (
  changes: Partial<AnswerOf<'/obtenerUsuarioById'>> = {},
): AnswerOf<'/obtenerUsuarioById'> => ({
  id: 9,
  razon_social: 'Ana Ruiz',
  tipo: 3,
  tipo_perfil: 'Supervisor',
  tipo_doc: 1,
  num_doc: '900373923',
  digito: '',
  email: 'ana@cajamenor.test',
  celular: '',
  active_: 1,
  segundo_factor: 0,
  permisos: null,
  a_cargo: '',
  indispensable: '',
  invitacion: null,
  version: 41,
  ...changes,
});

/** For a new user. */
export const userFacts: UserFormFacts = {
  user: null,
  successors: [],
  profiles: [
    { id: 1, nombre: 'Administrador' },
    { id: 2, nombre: 'Responsable de tienda' },
    { id: 3, nombre: 'Supervisor' },
  ],
  documentTypes: [
    { id: 1, nombre: 'Cédula de ciudadanía' },
    { id: 2, nombre: 'NIT' },
  ],
  sendsMails: true,
};

/** A valid new user. */
export const userValues: UserValues = {
  acceso: 'clave',
  tipo: 3,
  nombre: 'Ana Ruiz',
  tipo_doc: 1,
  num_doc: '900373923',
  digito: '',
  email: 'ana@cajamenor.test',
  celular: '',
  password: 'Caja2026',
  confirmation: 'Caja2026',
  permisos_propios: 'no',
  permisos: [],
  pasar_a: null,
};

/** For a new store. */
export const storeFacts: StoreFormFacts = {
  store: null,
  people: [
    { id: 20, razon_social: 'Ana', tipo: 2 },
    { id: 21, razon_social: 'Berta', tipo: 2 },
    { id: 30, razon_social: 'Saúl', tipo: 3 },
    { id: 80, razon_social: 'Gloria', tipo: 8 },
  ],
  formats: [{ id: 1, nombre: 'Almacén' }],
  documentTypes: [{ id: 1, nombre: 'Cédula de ciudadanía' }],
  cities,
};

const nobody = { nombre: '', tipo_doc: 1, num_doc: '', digito: '', email: '', celular: '' };

/** What the form, the stored store and the body of its call share. */
const storeFields = {
  nombre: 'Tienda Centro',
  direccion: 'Calle 1',
  telefono: '6041234567',
  email: 'centro@cajamenor.test',
  centro_costo: 'CC1',
  centro_beneficio: 'CB1',
  responsable: 20,
  responsables_adicionales: [21],
  gerente: 80,
  supervisor: 30,
  formato_tienda: 1,
};

/** The body that `storeValues` sends. */
export const storeBody = { ...storeFields, base: 1_000_000, ciudad: 5001 };

/** Form values of `aStore`. */
export const storeValues: StoreValues = {
  ...storeFields,
  motivo_base: '',
  base: '1000000',
  ciudad: 'Medellín (Antioquia)',
  con_responsable: 'no',
  con_supervisor: 'no',
  con_gerente: 'no',
  responsable_nuevo: nobody,
  supervisor_nuevo: nobody,
  gerente_nuevo: nobody,
};

export const aStore: AnswerOf<'/obtenerTiendaById'> = {
  id: 3,
  ...storeBody,
  id_gerente: 80,
  id_supervisor: 30,
  por_devolver: 0,
  personas: [
    { id: 20, razon_social: 'Ana', active_: 1 },
    { id: 21, razon_social: 'Berta', active_: 1 },
    { id: 30, razon_social: 'Saúl', active_: 1 },
    { id: 80, razon_social: 'Gloria', active_: 1 },
  ],
  id_formato: 1,
  tipo_formato: 'Almacén',
  base_formato: 'Almacén',
  nombre_ciudad: 'Medellín',
  active_: 1,
  disponible: 1_000_000,
  reembolso: 0,
  en_proceso: 0,
  por_girar: 0,
  a_cargo_tienda: 0,
  version: 42,
};
