import { administrator, posts } from './authority.ts';
import { type ProfileId, isProfileId, profileIds } from './profiles.ts';

/** Sign-in with the account of the company: what its groups give, and why a sign-in is refused. */

/** A group of the company's accounts, and what it gives. */
export interface GroupRow {
  grupo: string;
  tipo: number;
  /** Cost centres separated by commas, `*` for every store; '' leaves the stores to the administrators. */
  tiendas: string;
}

/** Administrators are created on the server's console only: no group gives that profile or takes it away. */
export const groupProfiles: readonly ProfileId[] = profileIds.filter((id) => id !== administrator);

/** Whether the people of a profile hold posts in stores; the others see what their profile sees. */
export const holdsPosts = (profile: number): boolean =>
  Object.values(posts).some((post) => post.profile === profile);

export const everyStore = '*';

export interface GivenRights {
  tipo: ProfileId;
  /** Cost centres, or every store; null when the groups name none. */
  tiendas: readonly string[] | typeof everyStore | null;
  /** The person's groups that are in the table. */
  grupos: readonly string[];
}

/** Cost centres of a text. */
export const storeCodes = (tiendas: string): string[] =>
  tiendas
    .split(',')
    .map((code) => code.trim())
    .filter(Boolean);

/**
 * The profile of the first row of the table that names a group of the person, with the stores of all such rows of that
 * profile; null when no row does.
 */
export function rightsOfGroups(
  own: readonly string[],
  table: readonly GroupRow[],
): GivenRights | null {
  const rows = table.filter(({ grupo }) => own.includes(grupo));
  const tipo = rows[0]?.tipo;
  if (!isProfileId(tipo) || !groupProfiles.includes(tipo)) return null;
  const codes = rows.filter((row) => row.tipo === tipo).flatMap((row) => storeCodes(row.tiendas));
  const stores = codes.includes(everyStore) ? everyStore : [...new Set(codes)];
  return {
    tipo,
    tiendas: stores.length === 0 ? null : stores,
    grupos: rows.map(({ grupo }) => grupo),
  };
}

/** Why a sign-in with the account of the company is refused, by the name in the address of the screen that says it. */
export const companyRefusals = {
  apagado: 'El ingreso con la cuenta de la compañía está apagado. Ingrese con su contraseña.',
  vencido: 'Este ingreso venció, ya se usó o empezó en otro navegador. Empiece de nuevo.',
  negado: 'La cuenta de la compañía no autorizó el ingreso.',
  proveedor:
    'El ingreso con la cuenta de la compañía no se pudo comprobar. Intente de nuevo; si continúa, avise al administrador.',
  correo:
    'Su cuenta de la compañía no tiene un correo verificado. Pida a quien administra esas cuentas que lo verifique.',
  unir: 'Ya hay un usuario con su correo. Ingrese una vez con su contraseña y, en «Mi cuenta», únalo con la cuenta de la compañía.',
  otro: 'Esa cuenta de la compañía tiene otro correo o ya está unida a otro usuario. Cierre la sesión de la compañía y entre con la suya.',
  grupo:
    'Ninguno de sus grupos en la compañía da ingreso a Caja menor. Pida al administrador que revise sus grupos.',
  nuevo:
    'No hay un usuario para su cuenta de la compañía. Pida al administrador de Caja menor que lo cree.',
  inactivo: 'Su usuario está desactivado. Pida al administrador de Caja menor que lo active.',
  cargo:
    'Sus grupos en la compañía cambiaron y de usted todavía dependen tiendas o cajas. Pida al administrador que las pase a otra persona.',
} as const;

export type CompanyRefusalName = keyof typeof companyRefusals;

export const isCompanyRefusal = (name: string): name is CompanyRefusalName =>
  Object.hasOwn(companyRefusals, name);

/** Which profiles sign in with the account of the company only. */
export interface PasswordDoor {
  /** Whether the sign-in with the account of the company is switched on. */
  activo: boolean;
  perfiles: readonly number[];
  /** The active administrator who always signs in with the password; null without one: then nobody is refused. */
  administrador: number | null;
}

export const passwordIsClosed = (
  { id, tipo }: { id: number; tipo: number },
  { activo, perfiles, administrador }: PasswordDoor,
): boolean => activo && administrador !== null && administrador !== id && perfiles.includes(tipo);

export const passwordClosedMessage =
  'Su perfil ingresa con la cuenta de la compañía: use «Ingresar con la cuenta de la compañía».';
