/** Weights of the check digit, from the rightmost digit to the left (DIAN, Orden Administrativa 4 de 1989). */
const weights = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71] as const;

/**
 * Check digit of a NIT: digits right to left times the weights, summed, modulo 11; the remainder
 * when it is 0 or 1, otherwise 11 minus it.
 *
 * @param document digits only, 1 to 15 of them
 * @returns '0' to '9', or null when the text is not a document number
 */
export function checkDigit(document: string): string | null {
  if (!/^\d{1,15}$/.test(document)) return null;
  const sum = [...document]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (weights[index] ?? 0), 0);
  const remainder = sum % 11;
  return String(remainder < 2 ? remainder : 11 - remainder);
}
