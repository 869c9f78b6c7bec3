import { formatPesos } from '#machines/domain/values/money.ts';

/** 'Billete de $ 50.000' */
export const denominationName = ({ clase, valor }: { clase: string; valor: number }): string =>
  `${clase === 'billete' ? 'Billete' : 'Moneda'} de ${formatPesos(valor)}`;
