/** Tables of ITU-T T.81, annex K, for the luminance of a baseline picture. */

/** Position in the 8×8 block of each coefficient, in the order in which they are written. */
export const zigzag: readonly number[] = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
  13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52,
  45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
];

/** Table K.1, quality 50. */
export const quantisation: readonly number[] = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56,
  14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113,
  92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
];

/** How many codes there are of each length, 1 to 16 bits, and the values in the order of their codes. */
export interface HuffmanTable {
  lengths: Buffer;
  values: Buffer;
}

/** Table K.3. */
export const dcTable: HuffmanTable = {
  lengths: Buffer.from('00010501010101010100000000000000', 'hex'),
  values: Buffer.from('000102030405060708090a0b', 'hex'),
};

/** Table K.5. */
export const acTable: HuffmanTable = {
  lengths: Buffer.from('0002010303020403050504040000017d', 'hex'),
  values: Buffer.from(
    '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a2526' +
      '2728292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485' +
      '868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6' +
      'd7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
    'hex',
  ),
};
