/** The last lines of an audit, for whoever operates the program. */
import type { Audited } from './audit-everything.ts';
import { headText } from './log-head.ts';

export const reportOf = ({ boxes, files, differences, head, signatures }: Audited): string =>
  `Cajas revisadas: ${boxes}. Archivos: ${files}.${signatures === null ? '' : ` Firmas: ${signatures}.`} Diferencias: ${differences}.\nCabeza del registro: ${headText(head)}`;
