/** A number with its noun: `1 gasto`, `12 gastos`. */
export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
