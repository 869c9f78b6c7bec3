import type { ProfileId } from '#machines/domain/profiles.ts';

/** Everybody's password in the demonstration. */
export const demoPassword = 'Caja2026';

export interface DemoPerson {
  nombre: string;
  profile: ProfileId;
  /** Citizen's card. */
  num_doc: string;
  celular: string;
  /** A password change is pending. */
  cambiarClave?: true;
  inactive?: true;
}

/** By the part of their address before `@cajamenor.test`. */
export const demoPeople = {
  admin: {
    nombre: 'Carolina Restrepo Gómez',
    profile: 1,
    num_doc: '43871205',
    celular: '3104412087',
  },
  tienda: {
    nombre: 'Andrés Felipe Muñoz Cano',
    profile: 2,
    num_doc: '1037584410',
    celular: '3016678231',
  },
  supervisor: {
    nombre: 'Luz Marina Ospina Vélez',
    profile: 3,
    num_doc: '42893117',
    celular: '3127740956',
  },
  coordinador: {
    nombre: 'Jorge Iván Cardona Ruiz',
    profile: 4,
    num_doc: '71788342',
    celular: '3145096612',
  },
  mantenimiento: {
    nombre: 'Wilson Quintero Pabón',
    profile: 5,
    num_doc: '79654208',
    celular: '3002217745',
  },
  contabilidad: {
    nombre: 'Diana Patricia Rincón Salas',
    profile: 6,
    num_doc: '52447190',
    celular: '3183350478',
  },
  control: {
    nombre: 'Mauricio Beltrán Peña',
    profile: 7,
    num_doc: '80112563',
    celular: '3209914360',
  },
  gerente: {
    nombre: 'Adriana Lucía Torres Mejía',
    profile: 8,
    num_doc: '39770418',
    celular: '3118265094',
  },
  cambio: {
    nombre: 'Sebastián Ríos Lozano',
    profile: 2,
    num_doc: '1020446871',
    celular: '3052201189',
    cambiarClave: true,
  },
  'paola.herrera': {
    nombre: 'Paola Andrea Herrera Caicedo',
    profile: 2,
    num_doc: '1144058823',
    celular: '3167709931',
  },
  'jaime.deltoro': {
    nombre: 'Jaime Enrique del Toro Barrios',
    profile: 2,
    num_doc: '1129573046',
    celular: '3006152247',
  },
  'yuliana.pinto': {
    nombre: 'Yuliana Pinto Serrano',
    profile: 2,
    num_doc: '1098722315',
    celular: '3153386602',
  },
  'hernan.giraldo': {
    nombre: 'Hernán Darío Giraldo Marín',
    profile: 2,
    num_doc: '10033471',
    celular: '3137741520',
  },
  'ricardo.acosta': {
    nombre: 'Ricardo Acosta Villamizar',
    profile: 3,
    num_doc: '91284736',
    celular: '3174410083',
  },
  'beatriz.londono': {
    nombre: 'Beatriz Elena Londoño Arias',
    profile: 8,
    num_doc: '24339085',
    celular: '3108876541',
  },
  'nelson.cuellar': {
    nombre: 'Nelson Cuéllar Ñáñez',
    profile: 2,
    num_doc: '12265498',
    celular: '3124407716',
    inactive: true,
  },
} as const satisfies Record<string, DemoPerson>;

export type PersonKey = keyof typeof demoPeople;

export const demoEmail = (key: string): string => `${key}@cajamenor.test`;

/** Everybody, with what is the same for all of them left optional. */
export const demoPersonEntries = Object.entries(demoPeople) as [PersonKey, DemoPerson][];
