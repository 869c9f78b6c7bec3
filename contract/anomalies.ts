/** Sentences of the anomalies that name another expense, and no word about where it is: not everybody may see it. */
export const repetitionSentences = {
  repeatedReceiptNumber: 'El proveedor y el número de recibo ya se registraron en otro gasto.',
  repeatedReceipt: 'El archivo de soporte ya se usó en otro gasto.',
  repeatedPurchase: 'El mismo proveedor, la misma fecha y el mismo valor ya están en otro gasto.',
} as const;

const sentences: readonly string[] = Object.values(repetitionSentences);

/** The anomalies of an expense: the lines of its `informe_novedad`. */
export const anomaliesIn = (report: string): string[] =>
  report.split('\n').filter((line) => line.trim() !== '');

/** A line of `informe_novedad` is about another expense. */
export const namesAnother = (line: string): boolean => sentences.includes(line);
