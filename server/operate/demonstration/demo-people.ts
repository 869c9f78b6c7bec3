import type { ProfileId } from '#machines/domain/people/profiles.ts';

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

const person = (
  profile: ProfileId,
  nombre: string,
  num_doc: string,
  celular: string,
): DemoPerson => ({ nombre, profile, num_doc, celular });

/** By the part of their address before `@cajamenor.test`. */
export const demoPeople = {
  admin: person(1, 'Carolina Restrepo Gómez', '43871205', '3104412087'),
  tienda: person(2, 'Andrés Felipe Muñoz Cano', '1037584410', '3016678231'),
  supervisor: person(3, 'Luz Marina Ospina Vélez', '42893117', '3127740956'),
  coordinador: person(4, 'Jorge Iván Cardona Ruiz', '71788342', '3145096612'),
  mantenimiento: person(5, 'Wilson Quintero Pabón', '79654208', '3002217745'),
  contabilidad: person(6, 'Diana Patricia Rincón Salas', '52447190', '3183350478'),
  control: person(7, 'Mauricio Beltrán Peña', '80112563', '3209914360'),
  gerente: person(8, 'Adriana Lucía Torres Mejía', '39770418', '3118265094'),
  cambio: { ...person(2, 'Sebastián Ríos Lozano', '1020446871', '3052201189'), cambiarClave: true },
  'paola.herrera': person(2, 'Paola Andrea Herrera Caicedo', '1144058823', '3167709931'),
  'jaime.deltoro': person(2, 'Jaime Enrique del Toro Barrios', '1129573046', '3006152247'),
  'yuliana.pinto': person(2, 'Yuliana Pinto Serrano', '1098722315', '3153386602'),
  'hernan.giraldo': person(2, 'Hernán Darío Giraldo Marín', '10033471', '3137741520'),
  'ricardo.acosta': person(3, 'Ricardo Acosta Villamizar', '91284736', '3174410083'),
  'beatriz.londono': person(8, 'Beatriz Elena Londoño Arias', '24339085', '3108876541'),
  'nelson.cuellar': {
    ...person(2, 'Nelson Cuéllar Ñáñez', '12265498', '3124407716'),
    inactive: true,
  },
};

export type PersonKey = keyof typeof demoPeople;

export const demoEmail = (key: string): string => `${key}@cajamenor.test`;

export const demoPersonEntries = Object.entries(demoPeople) as [PersonKey, DemoPerson][];
