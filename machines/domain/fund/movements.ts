/** Movements of a fund without an expense: what each is called. */
export const movementKinds = {
  apertura: 'Apertura',
  aumento: 'Aumento de la base',
  disminucion: 'Disminución de la base',
  asumido: 'Asumido por la empresa',
  faltante: 'Faltante de un arqueo',
  sobrante: 'Sobrante de un arqueo',
  vale: 'Vale sin legalizar',
} as const;

export type MovementKind = keyof typeof movementKinds;
