import type { PersonKey } from './demo-people.ts';

export interface DemoStore<Person = string> {
  nombre: string;
  direccion: string;
  telefono: string;
  centro: string;
  /** DANE code of its city. */
  id_ciudad: number;
  id_formato: 1 | 2 | 3 | 4 | 5 | 6;
  /** Pesos. */
  base: number;
  responsable: Person;
  adicionales?: readonly Person[];
  supervisor: Person;
  gerente: Person;
  inactive?: true;
}

/** NIT of the chain, without check digit: the buyer of its electronic invoices. */
export const demoCompanyNit = '901742516';

const named = <Key extends string>(stores: Record<Key, DemoStore<PersonKey>>) => stores;

export const demoStores = named({
  medellin: {
    nombre: 'Almacén Medellín Centro',
    direccion: 'Carrera 49 # 52-81',
    telefono: '6045114020',
    centro: '1001',
    id_ciudad: 5001,
    id_formato: 1,
    base: 2_000_000,
    responsable: 'tienda',
    adicionales: ['cambio'],
    supervisor: 'supervisor',
    gerente: 'gerente',
  },
  bogota: {
    nombre: 'Supermercado Chapinero',
    direccion: 'Carrera 13 # 57-36',
    telefono: '6013472290',
    centro: '1002',
    id_ciudad: 11001,
    id_formato: 2,
    base: 3_000_000,
    responsable: 'tienda',
    supervisor: 'supervisor',
    gerente: 'gerente',
  },
  cali: {
    nombre: 'Express Granada Cali',
    direccion: 'Avenida 9 Norte # 14-52',
    telefono: '6026613348',
    centro: '1003',
    id_ciudad: 76001,
    id_formato: 3,
    base: 1_500_000,
    responsable: 'paola.herrera',
    supervisor: 'supervisor',
    gerente: 'beatriz.londono',
  },
  barranquilla: {
    nombre: 'Isla Buenavista Barranquilla',
    direccion: 'Calle 98 # 52-115, local 214',
    telefono: '6053781162',
    centro: '1004',
    id_ciudad: 8001,
    id_formato: 4,
    base: 800_000,
    responsable: 'jaime.deltoro',
    supervisor: 'ricardo.acosta',
    gerente: 'gerente',
  },
  floridablanca: {
    nombre: 'Outlet Cañaveral',
    direccion: 'Calle 30 # 25-71',
    telefono: '6076384405',
    centro: '1005',
    id_ciudad: 68276,
    id_formato: 5,
    base: 1_200_000,
    responsable: 'yuliana.pinto',
    supervisor: 'ricardo.acosta',
    gerente: 'beatriz.londono',
  },
  pereira: {
    nombre: 'Mayorista Pereira',
    direccion: 'Avenida 30 de Agosto # 40-17',
    telefono: '6063290714',
    centro: '1006',
    id_ciudad: 66001,
    id_formato: 6,
    base: 4_000_000,
    responsable: 'hernan.giraldo',
    adicionales: ['tienda'],
    supervisor: 'supervisor',
    gerente: 'gerente',
  },
  cartagena: {
    nombre: 'Almacén Bocagrande',
    direccion: 'Avenida San Martín # 7-140',
    telefono: '6056651893',
    centro: '1007',
    id_ciudad: 13001,
    id_formato: 1,
    base: 1_000_000,
    responsable: 'tienda',
    supervisor: 'supervisor',
    gerente: 'gerente',
  },
  armenia: {
    nombre: 'Isla Unicentro Armenia',
    direccion: 'Carrera 14 # 6-02, isla 9',
    telefono: '6067412255',
    centro: '1008',
    id_ciudad: 63001,
    id_formato: 4,
    base: 600_000,
    responsable: 'hernan.giraldo',
    supervisor: 'supervisor',
    gerente: 'beatriz.londono',
    inactive: true,
  },
});

export type StoreKey = keyof typeof demoStores;

export const demoStoreEntries = Object.entries(demoStores) as [StoreKey, DemoStore][];

/** Shipping companies by name; 1146 serves the whole country. */
export const demoCompanies = [
  { nombre: 'Servientrega', id_ciudad: 1146 },
  { nombre: 'Coordinadora', id_ciudad: 1146 },
  { nombre: 'Interrapidísimo', id_ciudad: 1146 },
  { nombre: 'Envía', id_ciudad: 1146 },
  { nombre: 'TCC', id_ciudad: 1146 },
  { nombre: 'Motorizado', id_ciudad: 5001 },
  { nombre: 'Mensajeros Urbanos Bogotá', id_ciudad: 11001 },
  { nombre: 'Liberty Express Cali', id_ciudad: 76001 },
  { nombre: 'Domicilios La Arenosa', id_ciudad: 8001 },
  { nombre: 'Redetrans (sin servicio)', id_ciudad: 1146, inactive: true },
] as const;

export type CompanyName = (typeof demoCompanies)[number]['nombre'];
