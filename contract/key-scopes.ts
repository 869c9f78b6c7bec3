/** Scopes of machines' keys, as people read them. A key of scopes that write proposes; it never confirms. */
export const keyScopes = {
  lecturaConsolidado: 'Leer el consolidado',
  lecturaComprobantes: 'Leer los comprobantes',
  lecturaRegistros: 'Leer los registros de eventos',
  lecturaFlujo: 'Leer las cifras del flujo',
  lecturaTiendas: 'Leer las tiendas',
  escrituraFacturas: 'Importar facturas electrónicas',
} as const;

export type KeyScope = keyof typeof keyScopes;
export const keyScopeNames = Object.keys(keyScopes) as KeyScope[];

/** Scopes of what belongs to no store: a key that is limited to some stores has none of them. */
const ofCompany: readonly KeyScope[] = ['lecturaComprobantes', 'escrituraFacturas'];

export const exceedsStores = (scopes: readonly string[]): boolean =>
  ofCompany.some((name) => scopes.includes(name));

const writing: readonly KeyScope[] = ['escrituraFacturas'];

export const writes = (scopes: readonly string[]): boolean =>
  writing.some((name) => scopes.includes(name));
